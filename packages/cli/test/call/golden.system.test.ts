import { describe, expect, it } from "vitest";
import { isNight } from "../../../../test/night.js";
import { GOLDEN, GOLDEN_OFFSET, type GoldenCase } from "../../../midcall/test/form/golden.js";
import { PROTOCOL_VERSIONS } from "../../src/connect/protocol-version.js";
import { patternFor } from "../../src/answers/matches-pattern.js";
import { midcall, ownFolder, RAW_SERVER } from "../run-midcall.js";

/** As many as a server may have open at once. */
const BATCH = 50;

const batches = Array.from({ length: Math.ceil(GOLDEN.length / BATCH) }, (_, index) =>
  GOLDEN.slice(index * BATCH, (index + 1) * BATCH),
);

/** What the person does, as an entry: the last input of each field; `null` empties it. A yes is always named. */
function entryOf({ name, edits, schema }: GoldenCase): object {
  const { properties = {} } = schema as { properties?: Record<string, { default?: unknown }> };
  const agreed = Object.entries(properties).filter(([, field]) => field?.default === true);
  const content = Object.fromEntries([
    ...agreed.map(([field]) => [field, true]),
    ...edits.map(([field, input]) => [field, input ?? null]),
  ]) as object;
  return { message: patternFor(name), content };
}

interface Report {
  readonly protocolVersion: string;
  readonly exitCode: number;
  readonly result: { readonly content: readonly { readonly text: string }[] };
  readonly questions: readonly {
    readonly message: string;
    readonly reason?: string;
    readonly issues?: readonly { readonly field: string; readonly code: string }[];
  }[];
}

/** The form is the same on all. */
const versions = isNight ? PROTOCOL_VERSIONS : (["2026-07-28"] as const);

describe.each(versions)("midcall call --answers on %s", (protocolVersion) => {
  it.each(batches.map((batch, index) => [index + 1, batch] as const))(
    "gives the content of the golden table, part %i",
    async (_, batch) => {
      using folder = ownFolder();
      const questions = batch.map(({ name, schema }) => ({
        message: name,
        requestedSchema: schema,
      }));
      const plan = folder.write("plan.json", { questions, atOnce: BATCH });
      const answers = folder.write("answers.json", batch.map(entryOf));
      const words = [
        "call",
        "--json",
        "--protocol-version",
        protocolVersion,
        "--answers",
        answers,
        "ask",
      ];
      // A date and time that is typed without an offset has that of the computer: here +02:00.
      expect(GOLDEN_OFFSET).toBe("+02:00");
      const run = await midcall([...words, "--", ...RAW_SERVER, "--plan", plan], {
        env: { TZ: "Etc/GMT-2" },
      });
      const report = JSON.parse(run.stdout) as Report;
      expect(report.protocolVersion).toBe(protocolVersion);
      const given = JSON.parse(report.result.content[0]!.text) as {
        action: string;
        content?: object;
      }[];
      expect(given).toHaveLength(batch.length);
      for (const [index, { name, expected }] of batch.entries()) {
        const { action, content } = given[index]!;
        if ("content" in expected) {
          expect([name, action], run.stderr).toEqual([name, "accept"]);
          expect(JSON.stringify(content), name).toBe(JSON.stringify(expected.content));
          continue;
        }
        // Nobody answered: on 2025 that is sent as an error.
        const sent = protocolVersion === "2026-07-28" ? "cancel" : undefined;
        expect([name, action, "error" in given[index]!]).toEqual([name, sent, sent === undefined]);
        const question = report.questions.find(({ message }) => message === name);
        const isUnshown = expected.issues.every(([, code]) => code === "unsupported");
        // What nobody could fill in is not asked at all.
        if (isUnshown) expect(question?.reason, name).toMatch(/^(field|unreadable)$/);
        else {
          const found = question?.issues?.map(({ field, code }) => [field, code]);
          expect(found, name).toEqual(expected.issues);
        }
      }
      const isAnyMissing = batch.some(({ expected }) => "issues" in expected);
      expect([run.code, report.exitCode]).toEqual(isAnyMissing ? [5, 5] : [0, 0]);
    },
  );
});
