import { Worker } from "node:worker_threads";
import { answerSchema } from "../../packages/midcall/src/schema/answer-schema.js";
import { SlowPatternError } from "../../packages/midcall/src/schema/pattern/slow-pattern-error.js";
import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { protocolVersions, tryOut } from "../../packages/midcall/test/server/lab.js";
import { tally } from "./tally.js";

/**
 * An answer is made to take the author's own regular expression as long as possible: after midcall's matcher,
 * which takes linear time, zod runs the same pattern natively.
 */

const doubling: Record<string, z.ZodType> = {
  "(a|a)*": z.object({ code: z.string().regex(/^(a|a)*$/) }),
  "(a*)*": z.object({ code: z.string().regex(/^(a*)*$/) }),
  "words with an optional space": z.object({ name: z.string().regex(/^(\w+\s?)*$/) }),
  "behind another pattern": z.object({
    code: z
      .string()
      .regex(/^a/)
      .regex(/^(a|a)*$/),
  }),
  "with a flag that has no place on the wire": z.object({ code: z.string().regex(/^(a|A)*$/i) }),
  "in a format of the author's": z.object({ mail: z.email({ pattern: /^([a-z]+)*@x$/ }) }),
  "in an optional field": z.object({
    code: z
      .string()
      .regex(/^(a|a)*$/)
      .optional(),
  }),
  "in a field that may be null": z.object({
    code: z
      .string()
      .regex(/^(a|a)*$/)
      .nullish(),
  }),
  "in a field with a default": z.object({
    code: z
      .string()
      .regex(/^(a|a)*$/)
      .default("a"),
  }),
  "in an intersection": z
    .object({ a: z.string() })
    .and(z.object({ b: z.string().regex(/(a+)+$/) })),
  "before a transform": z.object({
    code: z
      .string()
      .regex(/^(a|a)*$/)
      .transform(Number),
  }),
  "in a single value": z.string().regex(/^(a|a)*$/),
  "too large to be read": z.object({ code: z.string().regex(/^(a+)+(?:x{0,5000})$/) }),
  "too large, as people write it": z.object({ code: z.string().regex(/^(\w+\s?)+.{0,5000}!!$/) }),
  "too long to be read": z.object({
    code: z.string().regex(new RegExp(`^(a+)+$|${"b".repeat(9000)}`)),
  }),
  "in syntax that is not read": z.object({
    code: z.string().regex(new RegExp("^([a--b]|a)*$", "v")),
  }),
  "with an octal escape": z.object({ code: z.string().regex(new RegExp("^(\\141|a)+$")) }),
  "with an escape of nothing": z.object({ code: z.string().regex(new RegExp("^(\\a|a)+$")) }),
  "too long for a host": z.object({
    code: z.string().regex(new RegExp(`^(a|a)*(?:${"x".repeat(1_000)})?$`)),
  }),
};

describe("a pattern whose time doubles with each character", () => {
  it.each(Object.entries(doubling))("is refused when the question is made: %s", (_, schema) => {
    expect(() => answerSchema(schema as never)).toThrow(SlowPatternError);
    tally("patterns that take for ever", 1);
  });

  it.each(protocolVersions)(
    "ends the call on %s, with a way out, before anybody is asked",
    async (protocolVersion) => {
      const said = await tryOut(
        { protocolVersion },
        (ctx) => ctx.elicit("Code?", doubling["(a|a)*"] as never),
        [],
      );
      expect(said).toMatch(/^error: The pattern "\^\(a\|a\)\*\$" of the field "code" can match/);
      expect(said).toMatch(/each text matches in one way/);
    },
  );

  it("is what the engine's own matcher would have been stopped by", async () => {
    // Nothing is timed: the worker has to be still at it when the same, harmless, has been done.
    const start = (pattern: string): Worker =>
      new Worker(
        `const { parentPort } = require("node:worker_threads");
         parentPort.postMessage("begun");
         new RegExp(${JSON.stringify(pattern)}).test("a".repeat(60) + "x");
         parentPort.postMessage("done");`,
        { eval: true },
      );
    const until = (worker: Worker, word: string): Promise<void> =>
      new Promise((resolve) => worker.on("message", (said) => said === word && resolve()));
    const bad = start("^(a|a)*$");
    let done = false;
    void until(bad, "done").then(() => (done = true));
    await until(bad, "begun");
    const good = start("^a*$");
    await until(good, "done");
    expect(done).toBe(false);
    await Promise.all([bad.terminate(), good.terminate()]);
  });
});

describe("a pattern whose time grows with a power of the length", () => {
  it.each(protocolVersions)(
    "gets no longer text than it can take on %s",
    async (protocolVersion) => {
      let looked = 0;
      const note = z
        .string()
        .regex(/^.*a.*c?.*b$/)
        .refine(() => ++looked > 0);
      const outcome = await tryOut(
        { protocolVersion },
        (ctx) => ctx.elicit("Note?", z.object({ note })),
        [
          accept({ note: "b".repeat(465) }),
          accept({ note: `${"a".repeat(465)}b` }),
          accept({ note: `${"a".repeat(463)}b` }),
        ],
      );
      expect(JSON.parse(outcome)).toMatchObject({ action: "accept" });
      expect(looked).toBe(1);
      tally("texts too long for their pattern", 2);
    },
  );

  it("says how many characters it takes", () => {
    const { check } = answerSchema(z.object({ note: z.string().regex(/x+y/) }));
    expect(check({ note: "x".repeat(20_000) })).toMatchObject({
      ok: false,
      issues: [{ field: "note", code: "pattern" }],
    });
    expect(check({ note: `${"x".repeat(20_000)}y` })).toMatchObject({
      ok: false,
      issues: [{ field: "note", code: "maxLength", message: "Enter at most 10000 characters." }],
    });
    expect(check({ note: `${"x".repeat(9_000)}y` })).toMatchObject({ ok: true });
  });
});

describe("a raw requestedSchema", () => {
  it("is matched by midcall alone, in linear time, whatever its pattern", () => {
    const { check } = answerSchema({
      type: "object",
      properties: { code: { type: "string", pattern: "^(a|a)*$" } },
    });
    expect(check({ code: `${"a".repeat(50_000)}x` })).toMatchObject({ ok: false });
    expect(check({ code: "a".repeat(50_000) })).toMatchObject({ ok: true });
    tally("patterns that take for ever", 1);
  });
});
