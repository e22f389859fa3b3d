import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditTrailEvent } from "midcall/audit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createKeptAnswers, type KeptAnswer } from "../../src/bridge/desk/kept-answers.js";
import { openKeptShelf } from "../../src/bridge/desk/kept-shelf.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "midcall-shelf-"));
});
afterEach(() => void vi.useRealTimers());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keptUntil = (id: string, until: number): KeptAnswer => ({
  answer: { action: "accept", content: {} },
  until,
  shown: {
    ...{ id, server: "Reds", tool: "paint", arguments: "{}", message: "Which?" },
    ...{ action: "accept", fields: [] },
  },
  asked: "Which?",
});

it("says in the audit which kept answers have expired while no bridge was there, and uses none of them", async () => {
  const files = createKeptAnswers(folder);
  const until = Date.now() + 1_000;
  await files.put("short", keptUntil("one", until));
  await files.put("long", keptUntil("two", until + 600_000));
  const events: AuditTrailEvent[] = [];
  const options = {
    files: createKeptAnswers(folder),
    trail: { record: (event: AuditTrailEvent) => void events.push(event) },
    onChange: () => {},
    onError: (error: unknown) => {
      throw error;
    },
  };
  const { now } = Date;
  Date.now = () => until + 1;
  try {
    expect(await files.take("short")).toBeUndefined();
    const shelf = await openKeptShelf(options);
    expect(shelf.list().map(({ id }) => id)).toEqual(["two"]);
    expect(events).toMatchObject([{ id: "one", via: "kept", policy: ["kept:expired"] }]);
    shelf.close();
    await openKeptShelf(options).then((next) => next.close());
    expect(events).toHaveLength(1);
  } finally {
    Date.now = now;
  }
});

it("says so when the time of one is over while the page is open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const events: AuditTrailEvent[] = [];
  let changed = (): void => {};
  const shelf = await openKeptShelf({
    files: createKeptAnswers(folder),
    trail: { record: (event) => void events.push(event) },
    onChange: () => changed(),
    onError: (error) => {
      throw error;
    },
  });
  const empty = new Promise<void>((resolve) => {
    changed = () => {
      if (events.length > 0 && shelf.list().length === 0) resolve();
    };
  });
  await shelf.put("key", keptUntil("one", Date.now() + 30_000));
  vi.advanceTimersByTime(30_000);
  await empty;
  vi.useRealTimers();
  expect(events).toMatchObject([{ id: "one", policy: ["kept:expired"] }]);
  shelf.close();
});
