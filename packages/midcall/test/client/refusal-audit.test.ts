import type { AuditTrailEvent } from "midcall/audit";
import { createInbox, decline, type InboxOptions } from "midcall/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { nextShown } from "./lab.js";

/*
 * A server that asked over its limits as fast as it could filled the audit with 1.3 MB a second: a limit ended the asking, and not
 * the writing.
 */

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** An inbox with its audit. */
async function audited(options: InboxOptions = {}) {
  const events: AuditTrailEvent[] = [];
  const audit = { record: (event: AuditTrailEvent) => void events.push(event) };
  const inbox = createInbox({ open: () => {}, audit, ...options });
  inbox.mount();
  await inbox.ready;
  const countOf = (): number => events.reduce((sum, { count = 1 }) => sum + count, 0);
  return { inbox, events, countOf };
}

const A = { server: "A" };
const form = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
const invalid = { message: "?", requestedSchema: { type: "object", properties: { a: 1 } } };

it.each<[string, object, InboxOptions]>([
  ["are over a limit", form, { policy: { held: 1 } }],
  ["cannot be shown", invalid, {}],
  ["are of a blocked server", form, { policy: { rule: "block" } }],
  ["find the queue full", form, { policy: { total: 1 } }],
])(
  "writes a bounded number of entries for questions that %s, and loses none",
  async (_, params, options) => {
    const { inbox, events, countOf } = await audited(options);
    const answers = Array.from({ length: 2_000 }, () => inbox.handle(params, A));
    await Promise.race(answers.slice(-1));
    inbox.setRule("A", "block");
    await Promise.all(answers);
    expect(events.length).toBeLessThan(60);
    vi.advanceTimersByTime(60_000);
    expect(events.length).toBeLessThan(60);
    expect(countOf()).toBe(2_000);
    expect(events.filter(({ count }) => count !== undefined)).not.toEqual([]);
    for (const event of events.filter(({ count }) => count !== undefined))
      expect(event).toMatchObject({ server: { name: "A" }, action: "unanswered", attempts: 0 });
  },
);

it("counts questions that a limit holds back and their server withdraws", async () => {
  const { inbox, events, countOf } = await audited({ policy: { burst: 1, perMinute: 0.001 } });
  const first = inbox.handle(form, A);
  const { id } = await nextShown(inbox);
  for (let nr = 0; nr < 500; nr += 1) {
    const over = new AbortController();
    const held = inbox.handle(form, { ...A, signal: over.signal });
    await Promise.resolve();
    over.abort();
    await held;
  }
  inbox.respond(id, decline());
  await first;
  expect(events.length).toBeLessThan(30);
  await inbox.saved();
  expect(countOf()).toBe(501);
});

it("writes those of another server and of a later minute, and what users have answered, one by one", async () => {
  const { inbox, events, countOf } = await audited({ policy: { rule: "block" } });
  const ask = (server: string): Promise<unknown> => inbox.handle(form, { server });
  for (let nr = 0; nr < 100; nr += 1) await ask("A");
  await ask("B");
  expect(events.at(-1)).toMatchObject({ server: { name: "B" }, reason: "blocked" });
  expect(events.at(-1)!.count).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(events.at(-1)).toMatchObject({ server: { name: "A" }, reason: "blocked", count: 80 });
  await ask("A");
  expect(events.at(-1)!.count).toBeUndefined();
  inbox.setRule("C", "allow");
  for (let nr = 0; nr < 20; nr += 1) {
    const answer = inbox.handle(form, { server: "C" });
    inbox.respond((await nextShown(inbox)).id, decline());
    await answer;
  }
  expect(events.slice(-20).every(({ action }) => action === "decline")).toBe(true);
  expect(countOf()).toBe(122);
});
