/** What the tools read of `ctx` to know the user: the token that `server.ts` has verified. */
export interface Call {
  readonly http?: { readonly authInfo?: { readonly extra?: Readonly<Record<string, unknown>> } };
}

export const userOf = (ctx: Call): string => String(ctx.http?.authInfo?.extra?.["sub"]);
