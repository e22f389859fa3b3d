import type { ElicitationContext, JsonForm } from "midcall/server";
import { expectTypeOf } from "vitest";
import type * as z from "zod";

/* Checked by tsc, never run. json-form.test.ts compares values with it. */

declare const ctx: ElicitationContext;
interface Plain {
  readonly name: string;
  note?: string;
}
interface Node {
  readonly at: Date;
  readonly children: readonly Node[];
}
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

// Plain data is itself.
expectTypeOf(ctx.step("a", () => 1)).resolves.toEqualTypeOf<number>();
expectTypeOf(ctx.step("a", async () => "x" as const)).resolves.toEqualTypeOf<"x">();
expectTypeOf(ctx.step("a", () => ["x", "y"])).resolves.toEqualTypeOf<string[]>();
expectTypeOf<JsonForm<Plain>>().toEqualTypeOf<Plain>();
expectTypeOf<JsonForm<Plain[]>>().toEqualTypeOf<Plain[]>();
expectTypeOf<JsonForm<Json>>().toEqualTypeOf<Json>();
expectTypeOf(ctx.step("a", () => undefined)).resolves.toEqualTypeOf<undefined>();
expectTypeOf(ctx.step("a", async () => {})).resolves.toEqualTypeOf<void>();
expectTypeOf(ctx.step("a", (): string | undefined => "a")).resolves.toEqualTypeOf<
  string | undefined
>();

// The rest is what JSON makes of it.
expectTypeOf(ctx.step("a", () => new Date())).resolves.toEqualTypeOf<string>();
expectTypeOf(
  ctx.step("a", ({ idempotencyKey }) => ({ idempotencyKey, at: new Date() })),
).resolves.toEqualTypeOf<{
  idempotencyKey: string;
  at: string;
}>();
expectTypeOf<
  JsonForm<{ a: Date; b?: Date; c: string | undefined; d: () => void }>
>().toEqualTypeOf<{
  a: string;
  b?: string;
  c?: string;
}>();
expectTypeOf<JsonForm<[Date, (undefined | number)?]>>().toEqualTypeOf<[string, (number | null)?]>();
expectTypeOf<JsonForm<readonly Date[]>>().toEqualTypeOf<string[]>();
expectTypeOf<JsonForm<Date | { at: Date } | null>>().toEqualTypeOf<
  string | { at: string } | null
>();
expectTypeOf<
  JsonForm<Node>["children"][number]["children"][number]["at"]
>().toEqualTypeOf<string>();

// What a type does not say is not made up, and a brand stays.
type UserId = z.infer<z.core.$ZodBranded<z.ZodString, "UserId">>;
expectTypeOf<JsonForm<unknown>>().toBeUnknown();
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- this is what is tested
expectTypeOf<JsonForm<any>>().toBeAny();
expectTypeOf<JsonForm<never>>().toBeNever();
expectTypeOf<JsonForm<{ a: unknown; b: UserId }>>().toEqualTypeOf<{ a: unknown; b: UserId }>();
expectTypeOf<JsonForm<UserId>>().toEqualTypeOf<UserId>();

// What is empty in JSON says so where it is used, and may be returned by the way.
const seen = new Set<string>();
void ctx.step("a", () => seen.add("a"));
// @ts-expect-error a Set is empty in JSON
void ctx.step("a", () => seen).then((set) => set.has("a"));
// @ts-expect-error a Map is empty in JSON
void ctx.step("a", () => ({ map: new Map([["a", 1]]) })).then(({ map }) => map.get("a"));
// @ts-expect-error an Error is empty in JSON
void ctx.step("a", () => new Error("no")).then((error) => error.message);
expectTypeOf<JsonForm<{ name: string; message: string }>>().toEqualTypeOf<{
  name: string;
  message: string;
}>();

// What cannot be written at all is refused.
// @ts-expect-error a bigint is no JSON
void ctx.step("a", () => 1n);
// @ts-expect-error a bigint in a member
void ctx.step("a", async () => ({ id: 1n as bigint | undefined }));
// @ts-expect-error a bigint in a row
void ctx.step("a", () => [{ id: 1n }]);
// @ts-expect-error a function is no JSON
void ctx.step("a", () => () => 1);

// A generic function may run steps.
async function once<T>(key: string, work: () => Promise<T>): Promise<JsonForm<T>> {
  return ctx.step(key, work);
}
expectTypeOf(once("a", async () => new Date())).resolves.toEqualTypeOf<string>();
