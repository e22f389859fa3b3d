import type { ElicitationContext, RequestedSchema } from "midcall/server";
import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, said, wires } from "./lab.js";

const secret = { type: "object", properties: { password: { type: "string" } } } as const;
const wrong = { type: "object", properties: { a: { type: "object" } } };

/** What a handler can catch, as docs/errors.md says. */
const CATCHABLE: Readonly<Record<string, (ctx: ElicitationContext) => Promise<unknown>>> = {
  ERR_MIDCALL_QUESTION: (ctx) => ctx.elicit("", ["a", "b"]),
  ERR_MIDCALL_SCHEMA_INVALID: (ctx) => ctx.elicit("Which?", wrong as never),
  ERR_MIDCALL_SECRET_FIELD: (ctx) => ctx.elicit("Sign in", secret as RequestedSchema),
  ERR_MIDCALL_OPTION: (ctx) => ctx.secret("stripe"),
};

/** What ends the call, whatever the handler catches. */
const ENDING: Readonly<Record<string, (ctx: ElicitationContext) => Promise<unknown>>> = {
  "a reserved key": (ctx) => ctx.elicit("Which?", ["a", "b"], { key: "midcall x" }),
  "a step without a key": (ctx) => ctx.step("", () => 1),
  "a step that asks": (ctx) => ctx.step("one", () => ctx.confirm("Sure?")),
  "a value that is not JSON": (ctx) => ctx.step("one", () => ({ list: [[1n]] })),
  "a key used twice": async (ctx) => {
    await ctx.elicit("Which?", ["a"], { key: "one" });
    await ctx.elicit("Which now?", ["a"], { key: "one" });
  },
};

describe.each(wires)("on $protocolVersion over $transport, a handler", (wire) => {
  const run = async (work: (ctx: ElicitationContext) => Promise<unknown>): Promise<string> => {
    const lab = createLab((ctx) =>
      work(ctx).then(
        () => "no error",
        (error: unknown) => `caught ${String((error as { code?: unknown }).code)}`,
      ),
    );
    await using host = await lab.host({ ...wire, answers: () => accept({ value: "a" }) });
    return said(await host.callTool("run"));
  };

  it.each(Object.entries(CATCHABLE))("can catch %s", async (code, work) => {
    expect(await run(work)).toBe(`caught ${code}`);
  });

  it.each(Object.entries(ENDING))("cannot catch what ends the call: %s", async (_, work) => {
    expect(await run(work)).toMatch(/^error: /);
  });
});
