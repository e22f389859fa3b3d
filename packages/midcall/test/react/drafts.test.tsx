// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { DraftStorage } from "../../src/react/drafts/draft-storage.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settle, show } from "./lab.js";
import { guest } from "./questions.js";

const server = "GitHub";
let drafts: DraftStorage & { items: Map<string, string> };
beforeEach(() => {
  const items = new Map<string, string>();
  drafts = {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = (label: string): HTMLInputElement =>
  screen.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement;
const type = (label: string, value: string): boolean =>
  fireEvent.change(field(label), { target: { value } });
const stored = (): string => [...drafts.items.values()].join();
const leavePage = (): void => {
  act(() => void dispatchEvent(new Event("pagehide")));
  cleanup();
};
async function open(params: object = guest, name = server) {
  const shown = await show({ drafts });
  const answer = shown.ask(params as never, { server: name });
  await settle();
  return { ...shown, answer };
}

describe("a draft", () => {
  it("is there again after a reload, with what is not valid yet", async () => {
    await open();
    type("Name", "Ada");
    type("Seats", "sixty");
    fireEvent.click(screen.getByRole("radio", { name: "Large" }));
    leavePage();
    const { answer } = await open();
    expect(field("Name").value).toBe("Ada");
    expect(field("Seats").value).toBe("sixty");
    expect((screen.getByRole("radio", { name: "Large" }) as HTMLInputElement).checked).toBe(true);
    type("Seats", "60");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await answer).toEqual({
      action: "accept",
      content: { name: "Ada", seats: 60, size: "Large" },
    });
  });

  it("is saved soon after each change", async () => {
    await open();
    vi.useFakeTimers();
    type("Name", "Ad");
    type("Name", "Ada");
    expect(stored()).toBe("");
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(stored()).toContain("Ada");
  });

  it.each([
    ["another server", guest, "Calendar"],
    ["another message", { ...guest, message: "Who is coming ?" }, server],
    [
      "another schema",
      { ...guest, requestedSchema: { ...guest.requestedSchema, required: [] } },
      server,
    ],
  ])("is not put into a question with %s", async (_, params, name) => {
    await open();
    type("Name", "Ada");
    leavePage();
    await open(params, name);
    expect(field("Name").value).toBe("");
  });

  it("is not put into a second question that is the same and open, too", async () => {
    const { ask } = await show({ drafts, inbox: { policy: { concurrent: 2 } } });
    void ask(guest, { server });
    await settle();
    type("Name", "Ada");
    void ask(guest, { server });
    await settle();
    const [first, second] = screen.getAllByLabelText(/^Name/) as HTMLInputElement[];
    expect([first!.value, second!.value]).toEqual(["Ada", ""]);
    fireEvent.change(second!, { target: { value: "Bob" } });
    leavePage();
    expect(stored()).toContain("Ada");
    expect(stored()).not.toContain("Bob");
  });

  it("is kept when the question is withdrawn, for when it is asked again", async () => {
    const { ask } = await show({ drafts });
    const abort = new AbortController();
    void ask(guest, { server, signal: abort.signal });
    await settle();
    type("Name", "Ada");
    abort.abort();
    await settle();
    void ask(guest, { server });
    await settle();
    expect(field("Name").value).toBe("Ada");
  });

  it.each([
    ["with a storage", true],
    ["without one", false],
  ])("is there when the question is withdrawn and asked again at once, %s", async (_, stored) => {
    const { ask } = await show(stored ? { drafts } : {});
    const abort = new AbortController();
    void ask(guest, { server, signal: abort.signal });
    await settle();
    type("Name", "Ada");
    await act(async () => {
      abort.abort();
      const again = ask(guest, { server });
      await Promise.race([again, undefined]);
    });
    await settle();
    expect(field("Name").value).toBe("Ada");
  });

  it("is of no use for another question, without a storage as well", async () => {
    const { ask } = await show();
    const abort = new AbortController();
    void ask(guest, { server, signal: abort.signal });
    await settle();
    type("Name", "Ada");
    abort.abort();
    await settle();
    void ask({ ...guest, message: "Who is not coming?" }, { server });
    await settle();
    expect(field("Name").value).toBe("");
  });

  it("without a storage, ends with the provider", async () => {
    const first = await show();
    const abort = new AbortController();
    void first.ask(guest, { server, signal: abort.signal });
    await settle();
    type("Name", "Ada");
    abort.abort();
    await settle();
    cleanup();
    const { ask } = await show();
    void ask(guest, { server });
    await settle();
    expect(field("Name").value).toBe("");
  });

  it.each(["Send", "Decline", "Not now"])("is removed by “%s”", async (name) => {
    const { answer } = await open();
    type("Name", "Ada");
    act(() => void dispatchEvent(new Event("pagehide")));
    expect(stored()).toContain("Ada");
    fireEvent.click(screen.getByRole("button", { name }));
    if (name !== "Send") fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    await answer;
    await settle();
    leavePage();
    expect(drafts.items.size).toBe(0);
  });

  it("is kept while an answer is refused", async () => {
    const shown = await show({
      drafts,
      store: (inbox) => ({ ...inbox, respond: () => Promise.reject(new Error("offline")) }),
    });
    void shown.ask(guest, { server });
    await settle();
    type("Name", "Ada");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await settle();
    leavePage();
    expect(stored()).toContain("Ada");
  });

  it("never contains a field that seems to ask for a secret", async () => {
    const secret = {
      message: "Connect.",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Name" },
          token: { type: "string", title: "API token" },
        },
      },
    };
    await open(secret);
    type("Name", "Ada");
    type("API token", "tok_123");
    leavePage();
    expect(stored()).toContain("Ada");
    expect(stored()).not.toContain("tok_123");
    // Nor is one put back that somebody else has stored.
    for (const [key, value] of drafts.items) {
      drafts.items.set(key, value.replace('["name","Ada"]', '["token","tok_123"]'));
    }
    await open(secret);
    expect(field("API token").value).toBe("");
  });

  it("ends after a day", async () => {
    await open();
    type("Name", "Ada");
    leavePage();
    for (const [key, value] of drafts.items) {
      const old = Date.now() - 25 * 60 * 60 * 1000;
      drafts.items.set(key, value.replace(/\d{13}/, String(old)));
    }
    await open();
    expect(field("Name").value).toBe("");
  });

  it("is one of at most twenty, and of a limited size", async () => {
    for (let index = 0; index < 25; index++) {
      await open({ ...guest, message: `Question ${index}` });
      type("Name", `Guest ${index}`);
      leavePage();
    }
    expect(stored()).toContain("Guest 24");
    expect(stored()).toContain("Guest 5");
    expect(stored()).not.toContain("Guest 4,");
    expect(stored().match(/Guest/g)).toHaveLength(20);
    await open({ ...guest, message: "Long" });
    type("Name", "x".repeat(300_000));
    leavePage();
    expect(stored().length).toBeLessThan(200_000);
  });

  it.each(["not JSON", "{}", '[[1,2,3],["a"],null]', '[["q",1,[null]]]'])(
    "is not there if the storage contains %s",
    async (text) => {
      drafts.getItem = () => text;
      await open();
      expect(field("Name").value).toBe("");
    },
  );

  it("does without a storage that throws", async () => {
    drafts.getItem =
      drafts.setItem =
      drafts.removeItem =
        () => {
          throw new Error("forbidden");
        };
    const { answer } = await open();
    type("Name", "Ada");
    act(() => void dispatchEvent(new Event("pagehide")));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await answer).toMatchObject({ action: "accept" });
  });
});

it("a host's own storage is that of the browser", async () => {
  sessionStorage.clear();
  const shown = await show({ drafts: sessionStorage });
  void shown.ask(guest, { server });
  await settle();
  type("Name", "Ada");
  leavePage();
  expect(sessionStorage.getItem("midcall.drafts")).toContain("Ada");
  sessionStorage.clear();
});
