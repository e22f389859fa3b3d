import { accept, createInbox, type Inbox } from "midcall/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../test/own-timers.js";
import { color } from "./lab.js";

const LATE = { action: "cancel", content: { "midcall/cannotAsk": "deadline" } };
const params = { message: "Which?", requestedSchema: color };

async function withDeadline(timeoutMs: number): Promise<Inbox> {
  const inbox = createInbox({ policy: { timeoutMs } });
  inbox.mount();
  await inbox.ready;
  return inbox;
}

describe("the deadline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("counts only while somebody looks, and then gives it up", async () => {
    const inbox = await withDeadline(1000);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    await vi.advanceTimersByTimeAsync(60_000);
    const hide = inbox.markVisible(id);
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBe(Date.now() + 1000);
    await vi.advanceTimersByTimeAsync(600);
    hide();
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(result).toBeUndefined();
    const hideAgain = inbox.markVisible(id);
    const hideOther = inbox.markVisible(id);
    hideAgain();
    hideAgain();
    await vi.advanceTimersByTimeAsync(399);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
    hideOther();
    expect(inbox.getSnapshot().showing).toEqual([]);
  });

  it("does not run for a question that is answered, or unknown", async () => {
    const waiting = ownTimers();
    const inbox = await withDeadline(1000);
    const result = inbox.handle(params, { server: "A" });
    const { id } = inbox.getSnapshot().showing[0]!;
    inbox.markVisible(id);
    inbox.respond(id, accept({ color: "red" }));
    expect(await result).toMatchObject({ action: "accept" });
    inbox.markVisible("nothing")();
    expect(waiting()).toBe(0);
  });

  it("may be longer than a timer can be", async () => {
    const month = 31 * 24 * 3_600_000;
    const inbox = await withDeadline(month);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    inbox.markVisible(inbox.getSnapshot().showing[0]!.id);
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
  });

  it("is whole again, from now, as often as the person asks for more time", async () => {
    const waiting = ownTimers();
    const inbox = await withDeadline(1000);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    inbox.markVisible(id);
    const listener = vi.fn();
    inbox.subscribe(listener);
    for (let time = 1; time <= 12; time++) {
      await vi.advanceTimersByTimeAsync(999);
      inbox.extend(id);
      expect(listener).toHaveBeenCalledTimes(time);
      expect(inbox.getSnapshot().showing[0]!.endsAt).toBe(Date.now() + 1000);
      expect(waiting()).toBe(1);
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
  });

  it("stands still when it is extended while nobody looks", async () => {
    const waiting = ownTimers();
    const inbox = await withDeadline(1000);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    const hide = inbox.markVisible(id);
    await vi.advanceTimersByTimeAsync(900);
    hide();
    inbox.extend(id);
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBeUndefined();
    expect(waiting()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(result).toBeUndefined();
    inbox.markVisible(id);
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBe(Date.now() + 1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
  });

  it("that was extended does not change how long the person has looked", async () => {
    const visible: (number | undefined)[] = [];
    const inbox = createInbox({
      policy: { timeoutMs: 1000 },
      audit: { record: (event) => visible.push(event.visibleMs) },
    });
    inbox.mount();
    await inbox.ready;
    void inbox.handle(params, { server: "A" });
    const { id } = inbox.getSnapshot().showing[0]!;
    inbox.markVisible(id);
    await vi.advanceTimersByTimeAsync(700);
    inbox.extend(id);
    await vi.advanceTimersByTimeAsync(800);
    inbox.respond(id, accept({ color: "red" }));
    expect(visible).toEqual([1500]);
  });

  it("is not extended for one question by another, nor for one that is over or unknown", async () => {
    const waiting = ownTimers();
    const inbox = createInbox({ policy: { timeoutMs: 1000, concurrent: 2 } });
    inbox.mount();
    await inbox.ready;
    const results: unknown[] = [];
    void inbox.handle(params, { server: "A" }).then((sent) => results.push(["first", sent]));
    void inbox.handle(params, { server: "B" }).then((sent) => results.push(["second", sent]));
    const [first, second] = inbox.getSnapshot().showing;
    inbox.markVisible(first!.id);
    inbox.markVisible(second!.id);
    await vi.advanceTimersByTimeAsync(500);
    inbox.extend(second!.id);
    await vi.advanceTimersByTimeAsync(500);
    expect(results).toEqual([["first", LATE]]);
    const before = inbox.getSnapshot();
    inbox.extend(first!.id);
    inbox.extend("nothing");
    expect(inbox.getSnapshot()).toBe(before);
    inbox.respond(second!.id, accept({ color: "red" }));
    inbox.extend(second!.id);
    expect(waiting()).toBe(0);
  });

  it("that is longer than a timer can be is whole again as well", async () => {
    const month = 31 * 24 * 3_600_000;
    const inbox = await withDeadline(month);
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    inbox.markVisible(id);
    await vi.advanceTimersByTimeAsync(month - 1);
    inbox.extend(id);
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
  });

  it("does not mind a clock that is set while somebody looks", async () => {
    let skew = 0;
    const visible: (number | undefined)[] = [];
    const inbox = createInbox({
      policy: { timeoutMs: 1000 },
      now: () => Date.now() + skew,
      audit: { record: (event) => visible.push(event.visibleMs) },
    });
    inbox.mount();
    await inbox.ready;
    let result: unknown;
    void inbox.handle(params, { server: "A" }).then((sent) => (result = sent));
    const { id } = inbox.getSnapshot().showing[0]!;
    const hide = inbox.markVisible(id);
    await vi.advanceTimersByTimeAsync(100);
    skew = 3_600_000;
    hide();
    const hideAgain = inbox.markVisible(id);
    expect(inbox.getSnapshot().showing[0]!.endsAt).toBe(Date.now() + skew + 900);
    await vi.advanceTimersByTimeAsync(100);
    expect(result).toBeUndefined();
    skew = -3_600_000;
    hideAgain();
    inbox.markVisible(id);
    await vi.advanceTimersByTimeAsync(799);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toEqual(LATE);
    expect(visible).toEqual([1000]);
  });

  it("runs for a callback, and frees its place for the next question", async () => {
    const seen: string[] = [];
    const inbox = createInbox({
      policy: { timeoutMs: 1000 },
      onElicitation: ({ message }) => {
        seen.push(message);
        return message === "stuck" ? new Promise(() => {}) : accept({ color: "red" });
      },
    });
    await inbox.ready;
    const stuck = inbox.handle({ ...params, message: "stuck" }, { server: "A" });
    const next = inbox.handle({ ...params, message: "next" }, { server: "A" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await stuck).toEqual(LATE);
    expect(await next).toMatchObject({ action: "accept" });
    expect(seen).toEqual(["stuck", "next"]);
  });
});
