import { expect, it } from "vitest";
import { openDrafts } from "../../src/console/drafts/drafts.js";

const HOUR_MS = 3_600_000;

function createState(saved?: unknown): {
  written: unknown[];
  read(): Promise<unknown>;
  write(name: string, value: unknown): Promise<void>;
} {
  const written: unknown[] = [];
  return {
    written,
    read: () => Promise.resolve(saved),
    write(_, value) {
      written.push(value);
      return Promise.resolve();
    },
  };
}
const fail = (error: unknown): never => {
  throw error;
};

it("keeps drafts, and knows those of an earlier run", async () => {
  const state = createState();
  const drafts = await openDrafts(state, fail, () => HOUR_MS);
  drafts.set("answer:1", { name: "An" });
  expect(drafts.get("answer:1")).toEqual({ value: { name: "An" }, savedAt: HOUR_MS });
  const later = await openDrafts(createState(state.written.at(-1)), fail, () => 2 * HOUR_MS);
  expect(later.list()).toEqual({ "answer:1": { value: { name: "An" }, savedAt: HOUR_MS } });
  later.delete("answer:1");
  expect(later.list()).toEqual({});
});

it("forgets a draft after a day", async () => {
  let now = HOUR_MS;
  const drafts = await openDrafts(createState(), fail, () => now);
  drafts.set("a", "typed");
  now += 23 * HOUR_MS;
  expect(drafts.get("a")).toBeDefined();
  now += 2 * HOUR_MS;
  expect(drafts.get("a")).toBeUndefined();
});

it("keeps the latest if there are too many, or too large ones", async () => {
  const drafts = await openDrafts(createState(), fail);
  for (let nr = 0; nr < 250; nr++) drafts.set(`d${nr}`, nr);
  expect(Object.keys(drafts.list())).toHaveLength(200);
  expect(drafts.get("d249")).toBeDefined();
  for (let nr = 0; nr < 100; nr++) drafts.set(`large${nr}`, "x".repeat(60_000));
  expect(JSON.stringify(drafts.list()).length).toBeLessThan(2.2 * 1024 * 1024);
});

it("refuses keys and values that it cannot keep", async () => {
  const drafts = await openDrafts(createState(), fail);
  for (const key of ["", "a/b", "x".repeat(201)]) expect(() => drafts.set(key, 1)).toThrow(/key/);
  expect(() => drafts.set("a", undefined)).toThrow(/value/);
  expect(() => drafts.set("a", "x".repeat(70_000))).toThrow(/too large/);
});

it("takes a file with care", async () => {
  const saved = {
    "../x": { value: 1, savedAt: 1 },
    b: 7,
    c: { savedAt: 1 },
    d: { value: 2, savedAt: 1 },
  };
  const drafts = await openDrafts(createState(saved), fail, () => 2);
  expect(drafts.list()).toEqual({ d: { value: 2, savedAt: 1 } });
});
