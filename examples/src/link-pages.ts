import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { htmlPage, pageHeaders } from "./html-page.js";

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
      return send(response, 404, INVALID);
    }
    if (request.method === "GET") return send(response, 200, form(link.service));
    if (request.method !== "POST") return send(response, 405, htmlPage("Not allowed", ""));
    const account = new URLSearchParams(await readBody(request)).get("account")?.trim() ?? "";
    if (account === "") return send(response, 400, form(link.service));
    // Deleted before the first await, so that a second request finds nothing.
    if (!links.delete(token)) return send(response, 404, INVALID);
    await save(account);
    await finished(link.id);
    send(
      response,
      200,
      htmlPage(
        `Your ${link.service} account is linked`,
        "<p>You can close this page and go back to your assistant.</p>",
      ),
    );
  };

  const listen = (): Promise<number> =>
    (listening ??= new Promise((resolve, reject) => {
      const server: Server = createServer((request, response) => {
        answer(request, response).catch(() => send(response, 500, BROKEN));
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

const INVALID = htmlPage(
  "This link is not available",
  "<p>It is invalid or has already been used. Ask your assistant for a new one.</p>",
);
const BROKEN = htmlPage("Something went wrong", "<p>Please try again.</p>");

/** @param service - letters, digits, spaces and hyphens, according to the tool's schema */
function form(service: string): string {
  return htmlPage(
    `Link your ${service} account`,
    `<p>What you enter here goes to the example server only. Any name will do.</p>
<form method="post"><label>Account name <input name="account" required autocomplete="off"></label><button>Link</button></form>`,
  );
}

function send(response: ServerResponse, status: number, page: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...pageHeaders("; form-action 'self'"), connection: "close" });
  response.end(page);
}
