import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createKeptAnswers, type KeptAnswer, KEPT_MS } from "../../src/bridge/desk/kept-answers.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "midcall-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answer = { action: "accept", content: { color: "crimson-canary" } };
const shown: KeptAnswer["shown"] = {
  id: "one",
  server: "Reds",
  tool: "paint",
  arguments: "{}",
  message: "Which?",
  action: "accept",
  fields: [{ label: "Color", value: "crimson-canary" }],
};
const fresh = (id = "one"): KeptAnswer => ({
  ...{ answer, until: Date.now() + KEPT_MS, shown: { ...shown, id }, asked: "Which?" },
});

it("are used once, whichever process takes them", async () => {
  const [one, other] = [createKeptAnswers(folder), createKeptAnswers(folder)];
  const kept = fresh();
  await one.put("key", kept);
  expect(await other.take("another key")).toBeUndefined();
  const taken = await Promise.all([one, other, one, other].map((some) => some.take("key")));
  expect(taken.filter((some) => some !== undefined)).toEqual([kept]);
  expect(await one.take("key")).toBeUndefined();
});

it("are not kept once their time is over", async () => {
  const kept = createKeptAnswers(folder);
  await kept.put("key", { ...fresh(), until: Date.now() });
  expect(await kept.take("key")).toBeUndefined();
});

it("are in no file that can be read", async () => {
  await createKeptAnswers(folder).put("key", fresh());
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  expect(files).not.toEqual([]);
  for (const path of files) {
    expect(readFileSync(path, "latin1")).not.toContain("crimson-canary");
    expect(statSync(path).mode & 0o077).toBe(0);
  }
});
