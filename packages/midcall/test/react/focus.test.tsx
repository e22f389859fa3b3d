// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { OpenQuestion } from "midcall/client";
import { ElicitationDialog, ElicitationInbox } from "midcall/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { quietDialogs, settle, show } from "./lab.js";
import { guest, size, sure } from "./questions.js";

quietDialogs();
afterEach(cleanup);

const own = { server: "GitHub", ownCall: true };
const foreign = { server: "Calendar" };
const focused = (): string | null => document.activeElement!.textContent;
const name = (): HTMLElement => screen.getByLabelText(/^Name/);

function Page({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <button>Call</button>
      <input aria-label="Argument" />
      <textarea aria-label="Notes" />
      <select aria-label="Server" />
      <div contentEditable suppressContentEditableWarning tabIndex={0} aria-label="Rich" />
      <output tabIndex={-1}>Result</output>
      {children}
    </>
  );
}
const start = (inbox: ReactNode = <ElicitationInbox />, options: object = {}) =>
  show({ children: <Page>{inbox}</Page>, ...options });
const call = (): void => screen.getByRole("button", { name: "Call" }).focus();

describe("a question of the user's own call", () => {
  it("takes the focus to its first field", async () => {
    const { ask } = await start();
    call();
    void ask(guest, own);
    await settle();
    expect(document.activeElement).toBe(name());
  });

  it("takes it to its heading if its buttons answer at once", async () => {
    const { ask } = await start();
    call();
    void ask(sure, own);
    await settle();
    expect(focused()).toBe("GitHub asks");
  });

  it("takes it from a field that was submitted with Enter", async () => {
    const { ask } = await start();
    const argument = screen.getByLabelText("Argument");
    argument.focus();
    fireEvent.keyDown(argument, { key: "Enter" });
    void ask(guest, own);
    await settle();
    expect(document.activeElement).toBe(name());
  });

  it.each(["Argument", "Notes", "Server", "Rich"])(
    "does not take it while the user is in “%s”",
    async (label) => {
      const { ask } = await start();
      const field = screen.getByLabelText(label);
      field.focus();
      fireEvent.keyDown(field, { key: "Enter" });
      fireEvent.keyDown(field, { key: "a" });
      void ask(guest, own);
      await settle();
      expect(document.activeElement).toBe(field);
    },
  );

  it("does not take it from another question that is being answered", async () => {
    const { ask } = await start(undefined, { inbox: { policy: { concurrent: 2 } } });
    call();
    void ask(size, own);
    await settle();
    const first = document.activeElement;
    void ask(guest, own);
    await settle();
    expect(document.activeElement).toBe(first);
  });

  it("gives it to the next one, and in the end to where the host wants it", async () => {
    const returned: OpenQuestion[] = [];
    const { ask } = await start(
      <ElicitationInbox
        returnFocus={(question) => {
          returned.push(question);
          return screen.getByText("Result");
        }}
      />,
    );
    call();
    void ask(guest, own);
    void ask(sure, own);
    void ask(size, { server: "GitHub" });
    await settle();
    fireEvent.change(name(), { target: { value: "Ada" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await settle();
    expect(focused()).toBe("GitHub asks");
    const no = screen.getByRole("button", { name: "No" });
    no.focus();
    fireEvent.click(no);
    await settle();
    screen.getByText("What size?");
    expect(focused()).toBe("Result");
    expect(returned.map(({ message }) => message)).toEqual(["Delete 47 files?"]);
  });

  it.each([
    ["inbox", <ElicitationInbox key="inbox" />],
    ["dialog", <ElicitationDialog key="dialog" />],
  ])("gives it to the heading of the next one while the user types (%s)", async (_, children) => {
    const { ask } = await start(children);
    const withdrawn = new AbortController();
    call();
    void ask(guest, { ...own, signal: withdrawn.signal });
    await settle();
    expect(document.activeElement).toBe(name());
    fireEvent.keyDown(name(), { key: "a" });
    void ask(guest, own);
    withdrawn.abort();
    await settle();
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(focused()).toBe("GitHub asks");
  });

  it("gives it to the heading of the inbox where the host says nothing", async () => {
    const { ask } = await start();
    call();
    void ask(guest, own);
    await settle();
    fireEvent.change(name(), { target: { value: "Ada" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await settle();
    expect(focused()).toBe("Questions");
  });

  it("has it again after the server was let in", async () => {
    const { ask } = await start(undefined, { inbox: { policy: { rule: "ask" } } });
    call();
    void ask(guest, own);
    await settle();
    expect(focused()).toBe("GitHub asks");
    const show = screen.getByRole("button", { name: "Show this question" });
    show.focus();
    fireEvent.click(show);
    await settle();
    expect(document.activeElement).toBe(name());
  });

  it("is announced once", async () => {
    const { ask } = await start();
    call();
    void ask(guest, own);
    await settle();
    const said = screen
      .getAllByRole("status")
      .filter(({ textContent }) => textContent.includes("Who is coming?"));
    expect(said.map(({ textContent }) => textContent)).toEqual(["GitHub asks: Who is coming?"]);
  });

  it("is announced without its words while the server waits for approval", async () => {
    const { ask } = await start(undefined, { inbox: { policy: { rule: "ask" } } });
    void ask(guest, own);
    await settle();
    expect(document.body.textContent).not.toContain("Who is coming?");
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "GitHub asks a question.",
    );
  });
});

describe("any other question", () => {
  it("never takes the focus in the page", async () => {
    const { ask } = await start();
    call();
    void ask(guest, foreign);
    await settle();
    expect(focused()).toBe("Call");
  });

  it("takes it to its heading in the modal dialog", async () => {
    const { ask } = await start(<ElicitationDialog />);
    call();
    void ask(guest, foreign);
    await settle();
    expect(focused()).toBe("Calendar asks");
  });
});

describe("the dialog", () => {
  it("has the focus in the first field of a question of the user's own", async () => {
    const { ask } = await start(<ElicitationDialog />);
    call();
    void ask(guest, own);
    await settle();
    expect(document.activeElement).toBe(name());
  });

  it("has it there after Enter in a field of the page as well", async () => {
    const { ask } = await start(<ElicitationDialog />);
    const argument = screen.getByLabelText("Argument");
    argument.focus();
    fireEvent.keyDown(argument, { key: "Enter" });
    void ask(guest, own);
    await settle();
    expect(document.activeElement).toBe(name());
  });

  it("has it on the heading if the user was typing, so that nothing is typed into a field", async () => {
    const { ask } = await start(<ElicitationDialog />);
    screen.getByLabelText("Argument").focus();
    void ask(guest, own);
    await settle();
    expect(focused()).toBe("GitHub asks");
  });
});

describe("the shortcut", () => {
  const press = (init: object): boolean => fireEvent.keyDown(document.activeElement!, init);
  const altQ = { key: "q", code: "KeyQ", altKey: true };

  it("goes to the first question and back", async () => {
    const { ask } = await start();
    const argument = screen.getByLabelText("Argument");
    argument.focus();
    expect(press(altQ)).toBe(true);
    void ask(guest, foreign);
    await settle();
    expect(press(altQ)).toBe(false);
    expect(document.activeElement).toBe(name());
    press(altQ);
    expect(document.activeElement).toBe(argument);
    expect(
      screen.getByRole("heading", { name: "Questions" }).getAttribute("aria-keyshortcuts"),
    ).toBe("Alt+Q");
  });

  it("is another one, or none, where the host says so", async () => {
    const { ask } = await start(undefined, { shortcut: "Control+Shift+Y" });
    void ask(guest, foreign);
    await settle();
    call();
    press(altQ);
    press({ key: "y", ctrlKey: true });
    expect(focused()).toBe("Call");
    press({ key: "Y", ctrlKey: true, shiftKey: true });
    expect(document.activeElement).toBe(name());
    cleanup();
    const none = await start(undefined, { shortcut: false });
    void none.ask(guest, foreign);
    await settle();
    call();
    press(altQ);
    expect(focused()).toBe("Call");
    expect(
      screen.getByRole("heading", { name: "Questions" }).getAttribute("aria-keyshortcuts"),
    ).toBeNull();
  });
});
