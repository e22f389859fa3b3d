// @vitest-environment happy-dom
import * as knownDomains from "midcall/client/domains";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createInbox, type RespondOutcome } from "midcall/client";
import {
  ElicitationDialog,
  ElicitationForm,
  ElicitationInbox,
  ElicitationProvider,
  type ElicitationStore,
  useElicitations,
} from "midcall/react";
import { ProviderMissingError } from "../../src/react/errors.js";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { color, settle, show } from "./lab.js";

afterEach(cleanup);

const server = "GitHub";

function see(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

async function fillIn(text: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await settle();
}

describe("a question in the page", () => {
  it("marks the registrable domain of a link, and says what the link imitates", async () => {
    const domains = () => Promise.resolve(knownDomains);
    const { ask } = await show({ inbox: { urlSafety: { domains } } });
    void ask(
      { mode: "url", message: "Sign in.", url: "https://github.com.login.evil.example/a" },
      { server },
    );
    const address = await screen.findByRole("group", { name: "Full address" });
    expect(address.textContent).toBe("https://github.com.login.evil.example/a");
    expect(address.querySelector("mark")!.textContent).toBe("evil.example");
    expect(document.querySelector("[data-midcall=host] strong")!.textContent).toBe("evil.example");
    screen.getByText(
      "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
    );
    screen.getByRole("button", { name: /evil\.example/ });
  });

  it("warns of a name that mixes alphabets, and shows no name that turns the page around", async () => {
    const messages = { nameWarning: () => "Gemischte Schriften." };
    const inbox = { policy: { rule: "ask" } } as const;
    const { ask } = await show({ inbox, messages });
    void ask(color, { server: "G\u0456tHub\u202e" });
    await settle();
    expect(screen.getAllByText("Gemischte Schriften.")).toHaveLength(2);
    expect(document.body.textContent).not.toContain("\u202e");
    expect(document.body.innerHTML).not.toContain("\u202e");
    cleanup();
    const plain = await show();
    void plain.ask(color, { server: "G\u0456tHub" });
    await settle();
    screen.getByText(
      "This server's name mixes alphabets and can imitate another. Check which server it is before you answer.",
    );
    cleanup();
    const fine = await show();
    void fine.ask(color, { server });
    await settle();
    expect(screen.queryByText(/This server's name/)).toBeNull();
  });
});

describe("a provider", () => {
  it("is a UI for as long as it is rendered, under StrictMode as well", async () => {
    const inbox = createInbox();
    expect(inbox.capability()).toBeUndefined();
    const { unmount } = render(<ElicitationProvider inbox={inbox} />, { reactStrictMode: true });
    expect(inbox.capability()).toEqual({ form: {} });
    unmount();
    expect(inbox.capability()).toBeUndefined();
  });

  it("is missed with an error that says what to do", () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => render(<ElicitationInbox />)).toThrow(ProviderMissingError);
    expect(() => render(<ElicitationDialog />)).toThrow(/<ElicitationProvider inbox/);
    quiet.mockRestore();
  });

  it("works with a store that is an object with state of its own", async () => {
    class Remote implements ElicitationStore {
      readonly #inbox = createInbox();
      readonly answers: unknown[] = [];
      subscribe(listener: () => void): () => void {
        return this.#inbox.subscribe(listener);
      }
      getSnapshot(): ReturnType<ElicitationStore["getSnapshot"]> {
        return this.#inbox.getSnapshot();
      }
      setPermission(...given: Parameters<ElicitationStore["setPermission"]>): void {
        this.#inbox.setPermission(...given);
      }
      extend(id: string): void {
        this.#inbox.extend(id);
      }
      markVisible(id: string): () => void {
        return this.#inbox.markVisible(id);
      }
      mount(): () => void {
        return this.#inbox.mount();
      }
      rule(name: string): ReturnType<ElicitationStore["rule"]> {
        return this.#inbox.rule(name);
      }
      setRule(...given: Parameters<ElicitationStore["setRule"]>): void {
        this.#inbox.setRule(...given);
      }
      showHeld(name: string): void {
        this.#inbox.showHeld(name);
      }
      refuseHeld(name: string): void {
        this.#inbox.refuseHeld(name);
      }
      openAgain(id: string): ReturnType<ElicitationStore["openAgain"]> {
        return this.#inbox.openAgain(id);
      }
      closeLink(id: string): void {
        this.#inbox.closeLink(id);
      }
      stopCall(id: string): void {
        this.#inbox.stopCall(id);
      }
      async respond(...given: Parameters<ElicitationStore["respond"]>): Promise<RespondOutcome> {
        this.answers.push(given[1]);
        await Promise.resolve();
        return this.#inbox.respond(...given);
      }
      ask(): Promise<unknown> {
        return this.#inbox.handle(color, { server });
      }
    }
    const store = new Remote();
    render(
      <ElicitationProvider inbox={store}>
        <ElicitationInbox />
      </ElicitationProvider>,
    );
    const answer = store.ask();
    await screen.findByLabelText(/^Colour/);
    await fillIn("red");
    expect(await answer).toEqual({ action: "accept", content: { color: "red" } });
    expect(store.answers).toHaveLength(1);
  });

  it("tells of questions that come, wait and go, and not of those that were answered", async () => {
    const { ask } = await show();
    const status = (): string =>
      screen
        .getAllByRole("status")
        .map(({ textContent }) => textContent)
        .join("|");
    const away = new AbortController();
    void ask(color, { server, signal: away.signal });
    await settle();
    expect(status()).toContain("GitHub asks: Which colour?");
    void ask(color, { server: "Calendar" });
    await settle();
    expect(status()).toContain("Calendar asks: Which colour? 2 open questions.");
    screen.getByText("1 more question waiting");
    away.abort();
    await settle();
    expect(status()).toContain(
      "A question from GitHub was withdrawn, timed out or was answered elsewhere.",
    );
    fireEvent.click(screen.getByRole("button", { name: "Not now" }));
    await settle();
    expect(status()).not.toContain("question from Calendar");
  });

  it("has every text replaced that is given", async () => {
    const { ask } = await show({
      messages: { asks: (name) => `${name} fragt`, send: "Senden", issue: () => "Fehlt noch." },
    });
    void ask(color, { server });
    await settle();
    screen.getByRole("article", { name: "GitHub fragt" });
    fireEvent.click(screen.getByRole("button", { name: "Senden" }));
    screen.getByText("Colour: Fehlt noch.");
    screen.getByText("Fehlt noch.");
  });
});

describe("the time of a question", () => {
  it("runs while the question is rendered and the page in front, and never else", async () => {
    const shown = new Map<string, number>();
    const { ask, unmount } = await show({
      store: (inbox) => ({
        ...inbox,
        markVisible(id) {
          shown.set(id, (shown.get(id) ?? 0) + 1);
          const end = inbox.markVisible(id);
          return () => {
            shown.set(id, shown.get(id)! - 1);
            end();
          };
        },
      }),
    });
    void ask(color, { server });
    void ask(color, { server });
    await settle();
    expect([...shown.values()]).toEqual([1]);
    see("hidden");
    expect([...shown.values()]).toEqual([0]);
    see("visible");
    expect([...shown.values()]).toEqual([1]);
    unmount();
    expect([...shown.values()]).toEqual([0]);
  });

  it("does not run before the person has let the server in", async () => {
    const { ask, inbox } = await show({ inbox: { policy: { rule: "ask" } } });
    void ask(color, { server });
    await settle();
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBeUndefined();
    fireEvent.click(screen.getByRole("button", { name: "Show this question" }));
    await settle();
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBeGreaterThan(Date.now());
  });

  it("is told in words, and aloud when little is left", async () => {
    const { ask } = await show({ inbox: { policy: { timeoutMs: 59_500 } } });
    void ask(color, { server });
    await settle();
    screen.getByText("60 seconds left");
    screen.getByText("60 seconds left; you can ask for more time");
  });
});

describe("limits", () => {
  it("are told before anybody is wrong, in the words of the host, and once", async () => {
    const requestedSchema = {
      type: "object",
      properties: {
        price: { type: "number", title: "Price", exclusiveMinimum: 0, multipleOf: 0.5 },
        seats: { type: "integer", title: "Seats", exclusiveMaximum: 10 },
        terms: { type: "boolean", title: "I agree", const: true },
      },
      required: ["price", "terms"],
    };
    const { ask } = await show({
      messages: {
        issue: ({ code }) => (code === "exclusiveMaximum" ? "Weniger als 10." : undefined),
      },
    });
    void ask({ message: "How many?", requestedSchema }, { server });
    await settle();
    const price = screen.getByLabelText(/^Price/);
    const explained = (): string =>
      price
        .getAttribute("aria-describedby")!
        .split(" ")
        .map((id) => document.getElementById(id)!.textContent)
        .join("|");
    expect(explained()).toBe("Enter more than 0. Enter a multiple of 0.5.");
    screen.getByText("Weniger als 10.");
    screen.getByText("Only “Yes” can be sent.");
    fireEvent.change(price, { target: { value: "-1" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(explained()).toBe("Enter more than 0.|Enter a multiple of 0.5.");
  });
});

describe("an answer", () => {
  it("that is refused shows why, in the fields that are to be mended", async () => {
    let outcome: RespondOutcome = {
      ok: false,
      errors: ["Colour: Not like that."],
      issues: [
        { field: "color", code: "pattern", params: { pattern: "^r" }, message: "Not like that." },
      ],
    };
    const { ask } = await show({ store: (inbox) => ({ ...inbox, respond: () => outcome }) });
    void ask(color, { server });
    await settle();
    await fillIn("blue");
    const link = screen.getByRole("link", { name: "Colour: Not like that." });
    expect(document.activeElement?.getAttribute("data-midcall")).toBe("summary");
    fireEvent.click(link);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Colour/));
    expect((document.activeElement as HTMLInputElement).value).toBe("blue");
    outcome = { ok: false, errors: ["This question is not open any more."] };
    await fillIn("red");
    screen.getByText("This question is not open any more.");
  });

  it("that gets lost on its way can be sent again", async () => {
    let lost = true;
    const { ask } = await show({
      store: (inbox) => ({
        ...inbox,
        respond: (...given) =>
          lost ? Promise.reject(new Error("offline")) : inbox.respond(...given),
      }),
    });
    const answer = ask(color, { server });
    await settle();
    await fillIn("red");
    screen.getByText("Your answer was not sent. Please try again.");
    lost = false;
    await fillIn("red");
    expect(await answer).toEqual({ action: "accept", content: { color: "red" } });
  });

  it("is sent once, however often the button is pressed while it is on its way", async () => {
    const respond = vi.fn(() => new Promise<RespondOutcome>(() => {}));
    const { ask } = await show({ store: (inbox) => ({ ...inbox, respond }) });
    void ask(color, { server });
    await settle();
    await fillIn("red");
    for (const name of ["Send", "Decline", "Not now"]) {
      fireEvent.click(screen.getByRole("button", { name }));
    }
    expect(respond).toHaveBeenCalledTimes(1);
    screen.getByText("Sending…");
  });

  it("outlives the part that shows the form: what was typed is there again", async () => {
    function Tabs(): ReactNode {
      const [open, setOpen] = useState(true);
      return (
        <>
          <button onClick={() => setOpen(!open)}>Tab</button>
          {open && <ElicitationInbox />}
        </>
      );
    }
    const { ask } = await show({ children: <Tabs /> });
    void ask(color, { server });
    await settle();
    fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: "gre" } });
    fireEvent.click(screen.getByRole("button", { name: "Tab" }));
    expect(screen.queryByLabelText(/^Colour/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Tab" }));
    expect((screen.getByLabelText(/^Colour/) as HTMLInputElement).value).toBe("gre");
  });

  it("is reviewed where the host says so, for all questions or for one", async () => {
    function Short(): ReactNode {
      const [first] = useElicitations().showing;
      return first?.mode === "form" ? <ElicitationForm question={first} review="never" /> : null;
    }
    const always = await show({ review: "always" });
    const reviewed = always.ask(color, { server });
    await settle();
    fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: "red" } });
    fireEvent.click(screen.getByRole("button", { name: "Review" }));
    screen.getByRole("heading", { name: "Check your answer" });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await reviewed).toEqual({ action: "accept", content: { color: "red" } });
    cleanup();
    const { ask } = await show({ review: "always", children: <Short /> });
    const answer = ask(color, { server });
    await settle();
    fireEvent.change(screen.getByLabelText(/^Colour/), { target: { value: "red" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await answer).toEqual({ action: "accept", content: { color: "red" } });
  });

  it("that opens a page which does not open says so, aloud too, and offers a plain link", async () => {
    const errors: unknown[] = [];
    const { ask } = await show({
      inbox: {
        onError: (error) => void errors.push(error),
        open: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          throw new Error("no browser");
        },
      },
    });
    const url = "https://example.com/go";
    const answered = vi.fn();
    void Promise.resolve(ask({ mode: "url", message: "Sign in", url }, { server })).then(answered);
    await settle();
    screen.getByText("The page opens in your browser.");
    fireEvent.click(screen.getByRole("button", { name: "Open example.com" }));
    await settle(20);
    const said = "The page did not open. Your browser may have blocked it: use this link instead.";
    expect(screen.getAllByText(said).map((element) => element.dataset["midcall"])).toContain(
      "error",
    );
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(said);
    expect(errors).toEqual([new Error("no browser")]);
    expect(answered).not.toHaveBeenCalled();
    const link = screen.getByRole("link", { name: "Open example.com" });
    expect(link.getAttribute("href")).toBe(url);
    expect(document.activeElement).toBe(link);
    // The test's browser must not open it.
    link.removeAttribute("href");
    fireEvent.click(link);
    await settle(5);
    expect(answered).toHaveBeenCalledWith({ action: "accept" });
  });

  it("cannot be yes where a required field cannot be shown", async () => {
    const store: ElicitationStore = {
      ...createInbox(),
      getSnapshot: () => snapshot,
      subscribe: () => () => {},
      mount: () => () => {},
      markVisible: () => () => {},
    };
    const snapshot = {
      showing: [
        {
          id: "1",
          server,
          message: "",
          askedAt: 0,
          attempts: 0,
          needsApproval: false,
          mode: "form",
          secretFields: [],
          requestedSchema: {
            type: "object",
            properties: { a: { type: "string" }, b: { type: "object" } },
            required: ["b"],
          },
        },
      ],
      waiting: [],
      held: [],
      links: [],
    } as never;
    render(
      <ElicitationProvider inbox={store}>
        <ElicitationInbox />
      </ElicitationProvider>,
    );
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    screen.getByRole("button", { name: "Decline" });
    screen.getByText("A required field cannot be shown here, so the form cannot be sent.");
  });
});
