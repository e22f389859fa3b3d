import { randomBytes } from "node:crypto";
import { serve } from "@hono/node-server";
import { LARGEST_HEADERS } from "midcall/open-page";
import type { AddressInfo } from "node:net";

/** A link, and when its page was opened. */
export interface VisitedLink {
  readonly url: string;
  readonly id: string;
  /** When it was opened first, on the clock of the doctor. */
  openedAt(): number | undefined;
  /** Resolves when it is opened, or after this time. */
  opened(withinMs: number): Promise<void>;
}

/** The pages of the links that a host is asked to open. */
export interface Visits {
  createLink(): VisitedLink;
  close(): Promise<void>;
}

const MOST_LINKS = 100;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>midcall doctor</title>
<body style="font:1.2rem system-ui;margin:3rem"><h1>The link was opened</h1>
<p>You may close this page and go back to where you came from.</p>`;

/** Serves the pages on 127.0.0.1. */
export async function serveVisits(now: () => number): Promise<Visits> {
  const links = new Map<string, () => void>();
  const fetch = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    const open = request.method === "GET" ? links.get(pathname.slice(1)) : undefined;
    if (open === undefined) return new Response("Not found", { status: 404 });
    open();
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "referrer-policy": "no-referrer",
    };
    return new Response(PAGE, { headers });
  };
  const { port, close } = await listen(fetch);
  return {
    createLink() {
      const id = randomBytes(16).toString("base64url");
      let at: number | undefined;
      let tell: () => void = () => {};
      const visit = new Promise<void>((resolve) => (tell = resolve));
      const oldest = links.size >= MOST_LINKS ? links.keys().next().value : undefined;
      if (oldest !== undefined) links.delete(oldest);
      links.set(id, () => {
        at ??= now();
        tell();
      });
      return {
        id,
        url: `http://127.0.0.1:${port}/${id}`,
        openedAt: () => at,
        async opened(withinMs) {
          let timer: NodeJS.Timeout | undefined;
          const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
          await Promise.race([visit, late]);
          clearTimeout(timer);
        },
      };
    },
    close,
  };
}

function listen(
  fetch: (request: Request) => Response,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const serverOptions = { maxHeaderSize: LARGEST_HEADERS };
    const hostname = "127.0.0.1";
    const server = serve({ fetch, hostname, port: 0, serverOptions }, ({ port }: AddressInfo) =>
      resolve({
        port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      }),
    );
    server.once("error", reject);
  });
}
