import type { Context } from "hono";

/** What is known about the connection of a request. */
export interface PagesConnection {
  /** The address at the other end of the socket. */
  readonly remoteAddress?: string | undefined;
}

/** What Hono adapters pass as `env`: a {@link PagesConnection}, or the `env` of `@hono/node-server`. */
export interface PagesEnv {
  readonly remoteAddress?: string | undefined;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

/** The environment of the pages' Hono app. */
export interface PagesApp {
  Bindings: PagesEnv;
}

/** The address at the other end of the socket, if the adapter provides it. */
export const socketAddressOf = (c: Context<PagesApp>): string | undefined =>
  c.env && (c.env.remoteAddress ?? c.env.incoming?.socket?.remoteAddress);
