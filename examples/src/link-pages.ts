import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A link for the user, and the elicitation id that announces its completion. */
export interface Link {
  readonly id: string;
  readonly url: string;
}

export interface LinkPages {
  open(service: string): Promise<Link>;
}

export interface LinkPagesOptions {
  readonly save: (account: string) => Promise<void>;
  readonly finished: (id: string) => Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;
const MAX_BODY = 4_096;

/**
 * A local page with a random link that works once, within ten minutes.
 *
 * This is enough for a server on the user's own computer, where only the user can reach the page. It does NOT check who
 * opens the link: a server on the network must verify that it is the user who was asked, or a forwarded link would link
 * the wrong account.
 */
export function createLinkPages({ save, finished }: LinkPagesOptions): LinkPages {
  const links = new Map<string, { id: string; service: string; until: number }>();
  let listening: Promise<number> | undefined;
  let host = "";

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = /^\/link\/([\w-]{43})$/.exec(request.url ?? "")?.[1] ?? "";
    const link = links.get(token);
    // Rejects other host names, so that DNS rebinding cannot give a web page access.
    if (request.headers.host !== host || link === undefined || link.until < Date.now()) {
      return send(response, 404, "<p>This link is invalid or has already been used.</p>");
    }
    if (request.method === "GET") return send(response, 200, form(link.service));
    if (request.method !== "POST") return send(response, 405, "<p>Not allowed.</p>");
    const account = new URLSearchParams(await readBody(request)).get("account")?.trim() ?? "";
    if (account === "") return send(response, 400, form(link.service));
    // Deleted before the first await, so that a second request finds nothing.
    if (!links.delete(token)) return send(response, 404, "<p>This link has already been used.</p>");
    await save(account);
    await finished(link.id);
    send(response, 200, "<p>Done. You can close this page.</p>");
  };

  const listen = (): Promise<number> =>
    (listening ??= new Promise((resolve, reject) => {
      const server: Server = createServer((request, response) => {
        answer(request, response).catch(() => send(response, 500, "<p>An error occurred.</p>"));
      });
      server.once("error", reject);
      // The page does not keep the process running.
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)).unref();
    }));

  return {
    async open(service) {
      host = `127.0.0.1:${await listen()}`;
      for (const [token, { until }] of links) if (until < Date.now()) links.delete(token);
      const token = randomBytes(32).toString("base64url");
      const id = randomUUID();
      links.set(token, { id, service, until: Date.now() + LIFETIME_MS });
      return { id, url: `http://${host}/link/${token}` };
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY) throw new RangeError("The form is too large.");
  }
  return body;
}

/** @param service - letters, digits, spaces and hyphens, according to the tool's schema */
function form(service: string): string {
  return `<h1>Link your ${service} account</h1>
<form method="post"><label>Account name <input name="account" required autocomplete="off"></label> <button>Link</button></form>`;
}

function send(response: ServerResponse, status: number, body: string): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Link an account</title>${body}</html>`,
  );
}
