import type { ElicitationContext, ElicitOptions, SchemaInput } from "midcall/server";
import type { ElicitationContext as FastMcpContext } from "../../src/server/fastmcp/context.js";
import type { ElicitationContext as McpUseContext } from "../../src/server/mcp-use/context.js";
import type { ElicitationContext as SdkV1Context } from "../../src/server/sdk-v1/context.js";
import { expectTypeOf } from "vitest";
import * as z from "zod";
import type { CheckedForm } from "../../src/schema/answer/form-check.js";
import type { allowed, refused, refusedAtRunTime } from "./form-cases.js";

/* Checked by tsc, never run. form-check.test.ts compares the same lists with what run time does. */

type MessageFor<T> = {
  readonly [K in keyof T]: CheckedForm<T[K]> extends infer P extends string ? P : never;
};
type Refused<T> = {
  [K in keyof T]: [MessageFor<T>[K]] extends [never] ? never : K;
}[keyof T];

expectTypeOf<Refused<typeof allowed>>().toBeNever();
expectTypeOf<Refused<typeof refused>>().toEqualTypeOf<keyof typeof refused>();
expectTypeOf<Refused<typeof refusedAtRunTime>>().toBeNever();

// Each message names the place and what to do.
type Message = MessageFor<typeof refused>;
const messages = {
  "a date":
    "the field 'x' is a Date: use an ISO date string, such as z.iso.date(), and transform it",
  "an object": "the field 'x' is an object: move its fields to the top level of the form",
  "a record": "the field 'x' is an object: move its fields to the top level of the form",
  "a free list":
    "the field 'x' is a list of free values: use a list of an enum, or one string and split it",
  "a list of literal numbers":
    "the field 'x' is a list of free values: use a list of an enum, or one string and split it",
  "a union of types":
    "the field 'x' has more than one type: use one type, or a string and transform it",
  "null that is required": "the field 'x' can be null, which a form cannot send: make it optional",
  "only null": "the field 'x' can only be null: remove it",
  "a bigint": "the field 'x' cannot be entered in a form: use a string, number, boolean or enum",
  "a union of forms":
    "a form is one object: use an object of plain fields, without a union or null",
  "a single date":
    "the schema is a Date: use an ISO date string, such as z.iso.date(), and transform it",
  "a password":
    "the field 'password' is a secret, which a form shows to the host: use ctx.secret() or a URL, or say why in allowSensitive",
  "zod/mini":
    "zod/mini needs its converter: pass z.toJSONSchema(schema, { io: 'input' }), or use 'zod' 4.2 or later",
  "valibot as it is":
    "valibot needs its converter: wrap the schema in toStandardJsonSchema() of @valibot/to-json-schema",
  "the fields of a form":
    "these are the fields of a form: wrap them in an object, such as z.object({ … })",
  "an object in a requestedSchema":
    "the field 'a' is an object: move its fields to the top level of the form",
  "a requestedSchema of another type":
    'a requestedSchema is { type: "object", properties: { … }, required: [ … ] }',
  "numbers to choose from":
    "choices are strings, or pairs such as { value: 'dev', title: 'Development' }",
} as const satisfies Partial<Message>;
expectTypeOf<Pick<Message, keyof typeof messages>>().toEqualTypeOf(messages);

// Two fields are both named.
expectTypeOf<
  CheckedForm<z.ZodObject<{ a: z.ZodDate; b: z.ZodBigInt; c: z.ZodString }>>
>().toEqualTypeOf<
  | "the field 'a' is a Date: use an ISO date string, such as z.iso.date(), and transform it"
  | "the field 'b' cannot be entered in a form: use a string, number, boolean or enum"
>();

declare const ctx: ElicitationContext;
declare const options: ElicitOptions;
const password = z.object({ password: z.string() });

// With a reason, a secret may be asked for.
void ctx.elicit("The door?", password, {
  allowSensitive: "it is printed on the door",
  key: "door",
});
void ctx.elicit("The door?", password, options);
// @ts-expect-error no reason is given
void ctx.elicit("The door?", password, { key: "door" });

// Schemas of types that say little are left to run time.
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- this is what is tested
declare const anything: any;
declare const input: SchemaInput;
declare const typed: z.ZodType<{ when: Date }>;
void ctx.elicit("?", anything).then((answer) => answer.action === "accept" && answer.data.x);
void ctx.elicit("?", input);
void ctx.elicit("?", typed).then((answer) => {
  if (answer.action === "accept") expectTypeOf(answer.data.when).toEqualTypeOf<Date>();
});
void ctx.elicit("?", Math.random() > 0.5 ? z.object({ a: z.string() }) : z.object({ b: z.int() }));
// @ts-expect-error one of them is not a form
void ctx.elicit("?", Math.random() > 0.5 ? z.object({ a: z.string() }) : z.date());

// A generic function may ask, and keeps the type of the data.
async function ask<S extends SchemaInput>(schema: S) {
  const answer = await ctx.elicit("?", schema, { timeoutMs: 1000 });
  return answer.action === "accept" ? answer.data : undefined;
}
async function parsed<T>(schema: z.ZodType<T>): Promise<T | undefined> {
  const answer = await ctx.elicit("?", schema);
  return answer.action === "accept" ? answer.data : undefined;
}
expectTypeOf(ask(z.object({ a: z.string() }))).resolves.toEqualTypeOf<{ a: string } | undefined>();
expectTypeOf(ask(["a", "b"] as const)).resolves.toEqualTypeOf<"a" | "b" | undefined>();
void parsed(z.object({ a: z.string() })).then((data) => data?.a);

// A link has options of its own, and no data.
const link = await ctx.elicit("Connect.", "https://example.com", { completed: async () => true });
// @ts-expect-error a link has no data
void link.data;
void ctx.elicit("Connect.", new URL("https://example.com"), { elicitationId: "1" });
// @ts-expect-error an option of forms
void ctx.elicit("Connect.", "https://example.com", { maxAttempts: 2 });
// @ts-expect-error an option of links
void ctx.elicit("Which?", ["a", "b"], { elicitationId: "1" });

// The entries for other frameworks check the same.
declare const others: [SdkV1Context, FastMcpContext, McpUseContext];
for (const other of others) {
  void other.elicit("When?", z.object({ day: z.iso.date() }));
  // @ts-expect-error a form has no Date
  void other.elicit("When?", z.object({ day: z.date() }));
}
