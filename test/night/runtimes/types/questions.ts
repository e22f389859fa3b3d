import type { ElicitationContext, JsonForm } from "midcall/server";
import * as z from "zod";
import * as mini from "zod/mini";

/* Each statement has a mistake; types.test.ts compares what compilers say first of it. */

declare const ctx: ElicitationContext;

void ctx.elicit("When?", z.object({ when: z.date() }));
void ctx.elicit("Where?", z.object({ address: z.object({ city: z.string() }) }));
void ctx.elicit("Tags?", z.object({ tags: z.array(z.string()) }));
void ctx.elicit("Who?", z.object({ id: z.union([z.string(), z.number()]) }));
void ctx.elicit("Sign in.", z.object({ password: z.string() }));
void ctx.elicit("Name?", mini.object({ name: mini.string() }));
void ctx.elicit("Name?", { name: z.string() });
void ctx.elicit("Which?", ["a", "b"], { timeout: 1 });
void ctx.elicit("Connect.", "https://example.com", { timeout: 1 });
void ctx.confirm("Sure?", { timeout: 1 });
void ctx.secret("stripe", { timeout: 1 });
void ctx.connect("github", { timeout: 1 });
void ctx.step("list", () => 1, { write: true });
void ctx.step("count", () => 1n);
export const now: Promise<JsonForm<Date>> = ctx.step("now", () => 1);
