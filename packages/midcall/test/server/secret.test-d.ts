import type { Pages } from "midcall/pages";
import type { PagesLinks } from "../../src/pages/links/links.js";
import type {
  ConnectedAccount,
  ElicitationContext,
  ElicitationOptions,
  ElicitationPages,
  PageOutcomeError,
  UnansweredReason,
} from "midcall/server";
import type { PageOutcome } from "../../src/server/credentials/credential-request.js";
import type { StoredSecret } from "../../src/contracts/pages.js";
import { Secret } from "midcall/vault";
import { expectTypeOf } from "vitest";
import * as z from "zod";

declare const ctx: ElicitationContext;
declare const pages: Pages;

// The pages fit as they are, and so does the secret of the vault.
expectTypeOf<PagesLinks>().toExtend<ElicitationPages>();
expectTypeOf(pages).toExtend<NonNullable<ElicitationOptions["pages"]>>();
expectTypeOf(new Secret("text")).toExtend<StoredSecret<string>>();
expectTypeOf(new Secret({ a: "1" } as Readonly<Record<string, string>>)).toExtend<StoredSecret>();

// One secret is a text.
expectTypeOf(ctx.secret("stripe")).resolves.toEqualTypeOf<StoredSecret<string>>();
expectTypeOf((await ctx.secret("stripe")).reveal()).toBeString();
void ctx.secret("stripe", {
  message: "To send the invoice.",
  ttlMs: 1000,
  renew: true,
  prefer: "error",
  check: (value, signal) => {
    expectTypeOf(value).toBeString();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    return { ok: false, message: "no" };
  },
});

// Several are a record of texts, named by the schema.
const zod = await ctx.secret("mail", {
  schema: z.object({ user: z.string(), port: z.number(), note: z.string().optional() }),
  plain: ["user"],
  check: ({ user }) => user !== "",
});
expectTypeOf(zod.reveal().user).toBeString();
expectTypeOf(zod.reveal().port).toBeString();
expectTypeOf(zod.reveal().note).toEqualTypeOf<string | undefined>();
// @ts-expect-error a field nobody asked for
void zod.reveal().nothing;

// As they were entered: what the schema would make of them is not there.
const made = await ctx.secret("mail", {
  schema: z
    .object({ host: z.string().transform((host) => host.length), port: z.coerce.number() })
    .transform(({ host, port }) => ({ url: `${host}:${port}` })),
  check: ({ host, port }) => host !== port,
});
expectTypeOf(made.reveal().host).toBeString();
expectTypeOf(made.reveal().port).toBeString();
// @ts-expect-error made by the transform
void made.reveal().url;

// A single value is a form of one field.
const single = await ctx.secret("pin", { schema: z.string().min(8) });
expectTypeOf(single.reveal()).toEqualTypeOf<{ readonly value: string }>();

const raw = await ctx.secret("mail", {
  schema: {
    type: "object",
    properties: { user: { type: "string" }, pin: { type: "string" } },
    required: ["user"],
  },
});
expectTypeOf(raw.reveal().user).toBeString();
expectTypeOf(raw.reveal().pin).toEqualTypeOf<string | undefined>();

// @ts-expect-error a choice is no secret
void ctx.secret("color", { schema: ["red", "blue"] });
// @ts-expect-error the library counts in milliseconds
void ctx.secret("stripe", { ttl: 5 });

expectTypeOf(
  ctx.connect("github", { scopes: ["repo"] }),
).resolves.toEqualTypeOf<ConnectedAccount>();
expectTypeOf<ConnectedAccount["accessToken"]>().toEqualTypeOf<StoredSecret<string>>();
expectTypeOf<PageOutcomeError["outcome"]>().toEqualTypeOf<PageOutcome>();
// For tests of handlers; nothing but exported types.
expectTypeOf<ConstructorParameters<typeof PageOutcomeError>>().toExtend<
  [string, PageOutcome, { readonly reason?: UnansweredReason; readonly error?: string }?]
>();
