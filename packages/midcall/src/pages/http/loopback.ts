import { createPages, type Pages } from "../create-pages.js";
import { createLocalIdentity } from "../identity/local.js";
import type { Identity } from "../identity/identity.js";
import type { PagesOptions } from "../options.js";
import { listenOnLoopback } from "./loopback-server.js";

/** Options of {@link serveLoopback}: those of `createPages`, without `baseUrl`. */
export interface LoopbackOptions extends Omit<PagesOptions, "baseUrl" | "identify"> {
  /** Default `createLocalIdentity()`. */
  readonly identify?: Identity;
  /** The port. Default: any free port. With a fixed port and a durable store, links survive a restart. */
  readonly port?: number;
}

/** Pages with their own HTTP server. */
export interface LoopbackPages extends Pages {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Serves the pages for an MCP server on the user's own machine: over HTTP on 127.0.0.1, not reachable from elsewhere.
 * The server does not keep the process alive.
 *
 * @throws OptionError when an option is unusable; and the errors of listening, such as `EADDRINUSE`
 *
 * @example
 * ```ts
 * const pages = await serveLoopback({ secret, store, vault: createLocalVault() });
 * const link = await pages.secretLink({ principal: "local", server: "invoices", name: "stripe", message: "…" });
 * // link.url: http://127.0.0.1:41873/l/…; link.code goes into the question
 * ```
 */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackPages> {
  const { port = 0, identify = createLocalIdentity(), ...rest } = options;
  let pages: Pages | undefined;
  const { port: bound, close } = await listenOnLoopback(port, (free) => {
    const created = createPages({ ...rest, identify, baseUrl: `http://127.0.0.1:${free}` });
    pages = created;
    return (request, remoteAddress) => created.fetch(request, { remoteAddress });
  });
  return { ...pages!, port: bound, close };
}
