import { accept, createInbox, type Inbox } from "midcall/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { color } from "./lab.js";

const params = { message: "Which?", requestedSchema: color };

async function withDeadline(deadlineMs: number): Promise<Inbox> {
  const inbox = createInbox({ policy: { deadlineMs } });
  inbox.mount();
  await inbox.ready;
  return inbox;
}

describe("the deadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("counts only while somebody looks, and then cancels", async () => {
    const inbox = await withDeadline(1000);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    await vi.advanceTimersByTimeAsync(60_000);
    const hide = inbox.shown(id);
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBe(Date.now() + 1000);
    await vi.advanceTimersByTimeAsync(600);
    hide();
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(result).toBeUndefined();
    const hideAgain = inbox.shown(id);
    const hideOther = inbox.shown(id);
    hideAgain();
    hideAgain();
    await vi.advanceTimersByTimeAsync(399);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual({ action: "cancel" });
    hideOther();
    expect(inbox.getSnapshot().showing).toEqual([]);
  });

  it("does not run for a question that is answered, or unknown", async () => {
    const inbox = await withDeadline(1000);
    const result = inbox.handle(params, { server: "A" });
    const { id } = inbox.getSnapshot().showing[0]!;
    inbox.shown(id);
    inbox.respond(id, accept({ color: "red" }));
    expect(await result).toMatchObject({ action: "accept" });
    inbox.shown("nothing")();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("may be longer than a timer can be", async () => {
    const month = 31 * 24 * 3_600_000;
    const inbox = await withDeadline(month);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    inbox.shown(inbox.getSnapshot().showing[0]!.id);
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual({ action: "cancel" });
  });

  it("runs for a callback, and frees its place for the next question", async () => {
    const seen: string[] = [];
    const inbox = createInbox({
      policy: { deadlineMs: 1000 },
      onElicitation: ({ message }) => {
        seen.push(message);
        return message === "stuck" ? new Promise(() => {}) : accept({ color: "red" });
      },
    });
    await inbox.ready;
    const stuck = inbox.handle({ ...params, message: "stuck" }, { server: "A" });
    const next = inbox.handle({ ...params, message: "next" }, { server: "A" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await stuck).toEqual({ action: "cancel" });
    expect(await next).toMatchObject({ action: "accept" });
    expect(seen).toEqual(["stuck", "next"]);
  });
});
