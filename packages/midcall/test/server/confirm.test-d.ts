import type { ConfirmOptions, ElicitationContext } from "midcall/server";
import { expectTypeOf } from "vitest";

declare const ctx: ElicitationContext;

expectTypeOf(ctx.confirm("Sure?", { typed: "delete", timeoutMs: 1000 })).resolves.toBeBoolean();

// A confirmation is a yes or a no: where nothing can ask there is neither to return.
expectTypeOf<ConfirmOptions>().not.toHaveProperty("whenUnavailable");
// @ts-expect-error not offered
void ctx.confirm("Sure?", { whenUnavailable: "continue" });
