// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type * as midcallReact from "midcall/react";
import { type ComponentType, StrictMode } from "react";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { color, quietDialogs, settle } from "./lab.js";
import { patienceMs } from "../../../../test/night.js";

const PARTS = "../../src/react/loading/question-parts.js";
const server = "GitHub";

quietDialogs();
configure({ asyncUtilTimeout: patienceMs });

/** Ends the attempts to load the parts, in order. */
let attempts: ((error?: Error) => void)[];
/** Ends one of them, once it has begun. */
async function endAttempt(index: number, error?: Error): Promise<void> {
  await waitFor(() => expect(attempts).toHaveLength(index + 1));
  attempts[index]!(error);
}
const reported = vi.fn();

beforeEach(() => {
  attempts = [];
  reported.mockClear();
  vi.spyOn(console, "error").mockImplementation(reported);
  vi.resetModules();
  vi.doMock(PARTS, async () => {
    await new Promise<void>((resolve, reject) => {
      attempts.push((error) => (error ? reject(error) : resolve()));
    });
    return vi.importActual(PARTS);
  });
});
afterEach(() => {
  cleanup();
  vi.doUnmock(PARTS);
});
afterAll(() => vi.resetModules());

/** An inbox in a page that has not loaded the parts yet. */
async function page(children?: (react: typeof midcallReact) => ComponentType) {
  const react = await import("midcall/react");
  const { createInbox } = await import("midcall/client");
  const inbox = createInbox({ open: () => {} });
  await inbox.ready;
  const { ElicitationProvider, ElicitationInbox } = react;
  const Children = children?.(react) ?? ElicitationInbox;
  render(
    <StrictMode>
      <ElicitationProvider inbox={inbox}>
        <p>The app</p>
        <Children />
      </ElicitationProvider>
    </StrictMode>,
  );
  await waitFor(() => expect(attempts).toHaveLength(1));
  return { inbox };
}

const notice = "The questions could not be loaded. Try again, or reload the page.";
const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));

describe("what shows a question", () => {
  it("is loaded before there is a question", async () => {
    await page();
    screen.getByText("No open questions.");
  });

  it("can be late: the question appears and takes the focus as if it came then", async () => {
    const { inbox } = await page();
    void inbox.handle(color, { server, ownCall: true });
    await settle();
    screen.getByText("Loading…");
    expect(screen.queryByText("No open questions.")).toBeNull();
    await endAttempt(0);
    const field = await screen.findByLabelText(/^Colour/);
    expect(screen.queryByText("Loading…")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it("does not take the focus of a user who types when it is late", async () => {
    const { inbox } = await page(({ ElicitationInbox }) => () => (
      <>
        <input aria-label="Chat" />
        <ElicitationInbox />
      </>
    ));
    void inbox.handle(color, { server, ownCall: true });
    await settle();
    screen.getByLabelText("Chat").focus();
    await endAttempt(0);
    await screen.findByLabelText(/^Colour/);
    expect(document.activeElement).toBe(screen.getByLabelText("Chat"));
  });

  it("can be late in a dialog, which opens then", async () => {
    const { inbox } = await page(({ ElicitationDialog }) => ElicitationDialog);
    void inbox.handle(color, { server, ownCall: true });
    await settle();
    expect(document.querySelector("dialog")).toBeNull();
    await endAttempt(0);
    await screen.findByLabelText(/^Colour/);
    await waitFor(() =>
      expect(document.querySelector("dialog")!.contains(document.activeElement)).toBe(true),
    );
  });
});

describe.each(["ElicitationInbox", "ElicitationDialog"] as const)("in %s", (name) => {
  it("a failure to load is shown, and the question is there after another attempt", async () => {
    const { inbox } = await page((react) => react[name]);
    let ended = false;
    void inbox.handle(color, { server, ownCall: true }).then(() => (ended = true));
    await settle();
    await endAttempt(0, new Error("no network"));
    const first = await screen.findByRole("alert");
    expect(first.textContent).toBe(notice);
    screen.getByText("The app");
    expect(reported).toHaveBeenCalledTimes(1);

    const again = screen.getByRole("button", { name: "Try again" });
    again.focus();
    fireEvent.click(again);
    await endAttempt(1, new Error("no network"));
    await waitFor(() => expect(screen.getByRole("alert")).not.toBe(first));
    expect(document.activeElement).toBe(again);

    fireEvent.click(again);
    await endAttempt(2);
    const field = await screen.findByLabelText(/^Colour/);
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(ended).toBe(false);
    fireEvent.change(field, { target: { value: "red" } });
    press("Send");
    await settle();
    expect(ended).toBe(true);
  });

  it("a failure before there is a question is not shown, and the question loads it again", async () => {
    const { inbox } = await page((react) => react[name]);
    await endAttempt(0, new Error("no network"));
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("alert")).toBeNull();
    void inbox.handle(color, { server });
    await endAttempt(1);
    await screen.findByLabelText(/^Colour/);
  });
});

it("every component that is used by itself says that it is loading, and then shows its own", async () => {
  const { inbox } = await page((react) => () => {
    const { showing } = react.useElicitations();
    return showing.map((question) => (
      <section key={question.id} aria-label={question.mode}>
        {question.mode === "form" ? (
          <react.ElicitationForm question={question} />
        ) : (
          <react.UrlConsent question={question} />
        )}
        <react.ElicitationQuestion question={question} />
        <react.HeldQuestionList />
        <react.OpenedLinks />
      </section>
    ));
  });
  void inbox.handle(color, { server });
  const url = "https://github.com/login";
  void inbox.handle({ mode: "url", message: "Log in.", url }, { server: "Other" });
  await settle();
  expect(screen.getAllByText("Loading…").length).toBeGreaterThan(1);
  await endAttempt(0);
  expect(await screen.findAllByLabelText(/^Colour/)).toHaveLength(2);
  expect(screen.queryByText("Loading…")).toBeNull();
});

it.each(["ElicitationForm", "UrlConsent", "ElicitationQuestion"] as const)(
  "%s asks for its provider at once",
  async (name) => {
    const react = await import("midcall/react");
    const Part = react[name] as ComponentType<{ readonly question: object }>;
    expect(() => render(<Part question={{ id: "1" }} />)).toThrow("No inbox found");
  },
);
