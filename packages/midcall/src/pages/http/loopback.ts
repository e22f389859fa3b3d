import { createPages, type Pages } from "../create-pages.js";
import { assertOptions } from "../../internal/assert-options.js";
import { createLocalIdentity } from "../identity/local.js";
import type { Identity } from "../identity/identity.js";
import { PAGES_OPTIONS, type PagesOptions } from "../options.js";
import { listenOnLoopback } from "./loopback-server.js";

/** Options of {@link serveLoopback}: those of `createPages`, without `baseUrl`. */
export interface LoopbackOptions extends Omit<PagesOptions, "baseUrl" | "identify"> {
  /** Default `createLocalIdentity()`. */
  readonly identify?: Identity;
  /**
   * The port on 127.0.0.1. With a fixed port and a durable store, links survive a restart. Default: any free port, of an
   * address of this machine that is another one each time. With `providers`, or where users sign in elsewhere, it is one of
   * 127.0.0.1, because authorization servers send users back to that address alone.
   */
  readonly port?: number;
}

/** Pages with their own HTTP server. */
export interface LoopbackPages extends Pages {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Serves the pages for an MCP server on the user's own machine: over HTTP on a loopback address, not reachable from elsewhere.
 * On Linux, it answers programs of its own user and root alone, unless root runs it. The server does not keep the process alive.
 *
 * @throws OptionError when an option is unusable; and the errors of listening, such as `EADDRINUSE`
 *
 * @example
 * ```ts
 * const pages = await serveLoopback({ secret, store, vault: createLocalVault() });
 * const link = await pages.secretLink({ principal: "local", server: "invoices", name: "stripe", message: "…" });
 * // link.url: http://127.83.201.7:41873/l/…; link.code goes into the question
 * ```
 */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackPages> {
  assertOptions<LoopbackOptions>("serveLoopback", options, {
    ...PAGES_OPTIONS,
    port: "number",
  });
  const { port = 0, identify = createLocalIdentity(), ...rest } = options;
  const isHereAlone = identify.strategy === "local" && rest.providers === undefined;
  let pages: Pages | undefined;
  const place = port === 0 && isHereAlone ? "own" : port;
  const { port: bound, close } = await listenOnLoopback(place, (baseUrl) => {
    const created = createPages({ ...rest, identify, baseUrl });
    pages = created;
    return (request, remoteAddress) => created.fetch(request, { remoteAddress });
  });
  return { ...pages!, port: bound, close };
}
