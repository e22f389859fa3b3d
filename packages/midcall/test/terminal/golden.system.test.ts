import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

import { isNight } from "../../../../test/night.js";
import { createForm } from "../../src/form/index.js";
import { GOLDEN, GOLDEN_OFFSET } from "../form/golden.js";
import { fillIn } from "./golden-person.js";
import { startInPty } from "./tty.js";

const directory = mkdtempSync(join(tmpdir(), "midcall-terminal-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const host = fileURLToPath(new URL("host.fixture.mjs", import.meta.url));
const wires = ["2026-07-28", ...(isNight ? ["direct", "2025-06-18", "2025-11-25"] : [])];

/** Shortens the times in which a prompt of the program takes no keys, which are all under a second. */
const impatient = `--import=data:text/javascript,${encodeURIComponent(
  `const start = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...more) => start(work, ms < 1000 ? ms / 100 : ms, ...more);`,
)}`;

/** Nothing can be shown of these forms: the inbox says so, and the person is left alone. */
const isHopeless = (schema: unknown): boolean => !createForm(schema).getSnapshot().canSubmit;

describe.concurrent.each(wires)("the golden table at a real terminal, %s", (wire) => {
  it("sends what every other skin sends", async () => {
    const questionsFile = join(directory, `${wire}.json`);
    const resultsFile = join(directory, `${wire}.jsonl`);
    const questions = GOLDEN.map(({ schema }, number) => ({
      message: `Case ${number}.`,
      requestedSchema: schema,
    }));
    writeFileSync(questionsFile, JSON.stringify(questions));
    writeFileSync(resultsFile, "");
    const words = [
      process.execPath,
      impatient,
      host,
      wire,
      questionsFile,
      resultsFile,
      GOLDEN_OFFSET,
    ];
    using program = startInPty(words.map((word) => `'${word}'`).join(" "));

    for (const [number, golden] of GOLDEN.entries()) {
      if (isHopeless(golden.schema)) continue;
      await program.sees(`Case ${number}.`);
      const wrong = await fillIn(program, golden);
      if ("content" in golden.expected) expect(wrong, golden.name).toBeUndefined();
      else
        expect(golden.expected.issues, golden.name).toContainEqual([
          wrong?.field,
          expect.anything(),
        ]);
    }
    await program.sees("all done, 0 opened");
    expect(await program.ended).toBe(0);

    const results = readFileSync(resultsFile, "utf8").trimEnd().split("\n");
    expect(results).toHaveLength(GOLDEN.length);
    for (const [number, { name, schema, expected }] of GOLDEN.entries()) {
      const result = JSON.parse(results[number]!) as Record<string, unknown>;
      if ("content" in expected) {
        // As text: JSON.parse and toEqual have ideas of their own about __proto__.
        expect(JSON.stringify(result["content"]), name).toBe(JSON.stringify(expected.content));
        expect(result["action"], name).toBe("accept");
      } else {
        // Sent in nobody's name: on 2025 as an error.
        const unanswered = "error" in result || "content" in result;
        expect(unanswered, name).toBe(isHopeless(schema));
        expect(result["action"], name).toBe("error" in result ? undefined : "cancel");
      }
    }
  });
});
