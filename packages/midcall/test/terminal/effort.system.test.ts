import * as fc from "fast-check";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";

import { scaled } from "../../../../test/night.js";
import { form, KEYS } from "./lab.js";
import { startInPty, type PtyProgram } from "./tty.js";

const { enter, escape, down } = KEYS;
const directory = mkdtempSync(join(tmpdir(), "midcall-effort-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const host = fileURLToPath(new URL("host.fixture.mjs", import.meta.url));
let runs = 0;

interface Asked extends PtyProgram {
  /** The number of key presses so far. */
  count(): number;
  /** Presses keys one by one. */
  keys(...keys: readonly string[]): void;
  begin(): void;
  results(): unknown[];
}

/** A host that asks these questions, as by default, at a real terminal. */
function ask(questions: readonly object[], isHeld = false): Asked {
  const at = (name: string): string => join(directory, `${runs}.${name}`);
  runs += 1;
  const files = [at("json"), at("jsonl"), at("start")] as const;
  const [questionsFile, resultsFile, start] = files;
  writeFileSync(questionsFile, JSON.stringify(questions));
  writeFileSync(resultsFile, "");
  const command = [process.execPath, host, "direct", questionsFile, resultsFile, "+02:00"];
  const env = { REVIEW: "auto", ...(isHeld && { START_AT: start }) };
  const program = startInPty(command.map((word) => `'${word}'`).join(" "), { columns: 80, env });
  let pressed = 0;
  return Object.assign(program, {
    count: () => pressed,
    keys(...keys: readonly string[]) {
      for (const key of keys) {
        pressed += 1;
        program.press(key);
      }
    },
    begin: () => writeFileSync(start, ""),
    results: () =>
      readFileSync(resultsFile, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
  });
}

const question = (properties: object, required = Object.keys(properties)): object => ({
  message: "Please.",
  requestedSchema: form(properties, required),
});

describe("the keys from a question to its sent answer, without what is typed into fields", () => {
  it("are one for a yes or no", async () => {
    using program = ask([question({ sure: { type: "boolean" } })]);
    await program.sees("Sure (required)");
    program.keys("y");
    await program.sees("all done");
    expect(program.count()).toBe(1);
    expect(program.results()).toEqual([{ action: "accept", content: { sure: true } }]);
  });

  it("are one for a choice", async () => {
    using program = ask([question({ color: { enum: ["red", "green", "blue"] } })]);
    await program.sees("Color (required)");
    program.keys("2");
    await program.sees("all done");
    expect(program.count()).toBe(1);
    expect(program.results()).toEqual([{ action: "accept", content: { color: "green" } }]);
  });

  it("are five for five fields", async () => {
    const text = { type: "string" };
    const fields = {
      a: text,
      b: { type: "integer" },
      c: { enum: ["x", "y"] },
      d: { type: "boolean" },
    };
    using program = ask([question({ ...fields, e: text })]);
    const typed = { a: "one", b: "2", e: "five" };
    for (const [name, answer] of [
      ["a", enter],
      ["b", enter],
      ["c", "2"],
      ["d", "y"],
      ["e", enter],
    ] as const) {
      await program.sees(`${name.toUpperCase()} (required)`);
      if (name in typed) program.press(typed[name as keyof typeof typed]);
      program.keys(answer);
    }
    await program.sees("all done");
    expect(program.count()).toBe(5);
    expect(program.results()).toEqual([
      { action: "accept", content: { a: "one", b: 2, c: "y", d: true, e: "five" } },
    ]);
  });

  it("are one for a date and time, whose offset is shown", async () => {
    using program = ask([question({ when: { type: "string", format: "date-time" } })]);
    await program.sees("When (required)");
    program.press("2026-07-01 09:30");
    program.keys(enter);
    await program.sees("Will be sent as 2026-07-01T09:30:00+02:00");
    await program.sees("all done");
    expect(program.count()).toBe(1);
  });

  it("are one for a link", async () => {
    using program = ask([{ mode: "url", message: "Sign in.", url: "https://example.com/" }]);
    await program.sees("What next?");
    program.keys("o");
    await vi.waitFor(() => expect(program.results()).toEqual([{ action: "accept" }]));
    expect(program.count()).toBe(1);
  });

  it("are two for a form in which the server suggests values", async () => {
    using program = ask([question({ name: { type: "string", default: "Ann" } })]);
    await program.sees("Name (required)");
    program.keys(enter);
    await program.sees("one value was suggested by the server.");
    await program.sees("What next?");
    program.keys(enter);
    await program.sees("all done");
    expect(program.count()).toBe(2);
  });
});

// A yes that nobody gave: what was typed for another program, or in impatience, was the answer to a question that came then.
describe("bytes that were sent before a question was on the screen", () => {
  const byte = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("y", "Y", "n", "1", "2", enter, "\n", " ") },
    fc.constantFrom(escape, down, "\u001b[200~", "\u001b[201~", "\u001bO", "\t", "a", "ä", "😀"),
  );
  const bytes = fc.array(byte, { minLength: 1, maxLength: 30, size: "max" });
  const questions = [
    question({ sure: { type: "boolean" } }),
    question({ color: { enum: ["red", "green"] } }),
    question({ name: { type: "string" } }),
    question({}),
    { mode: "url", message: "Sign in.", url: "https://example.com/" },
  ];

  it("never answer it", async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...questions),
      bytes,
      async (asked, typed) => {
        using program = ask([asked], true);
        await program.sees("waiting");
        program.press(typed.join(""));
        program.begin();
        // Typed on and on, until the question is seen.
        for (let at = 0; !program.text().includes("◆"); at++) {
          program.press(typed[at % typed.length]!);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await program.sees(/[◆▲] {2}|Sent|all done/);
        expect(program.results()).toEqual([]);
        expect(program.recent()).not.toMatch(/Sent\.|Declined|Closed/);
        // What is typed into a field stands before the cursor.
        expect(program.text()).not.toContain("█");
      },
    );
    await fc.assert(property, { numRuns: scaled(5, 60), endOnFailure: true });
  });
});
