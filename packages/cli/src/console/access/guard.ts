import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { REMOVE_WORKER } from "midcall/open-page";
import {
  createSealedMessages,
  REQUEST,
  responseTo,
  type SealedBytes,
  type SealedMessages,
} from "./sealed-messages.js";

/**
 * Controls access to the API of a page: only the page, and programs that have its token, can seal a request that opens
 * here. All other requests (other sites in the same browser, host names that resolve to this computer) are refused
 * without information. The token itself is never sent to a port: see {@link SealedMessages}.
 */
export interface Guard {
  /** For all requests: checks the exact host and the origin. */
  readonly site: MiddlewareHandler;
  /** Opens a request to the API; `undefined`: it was not sealed with the token. */
  open(sealed: SealedBytes): Promise<OpenedRequest | undefined>;
  /** Creates a ticket that can be exchanged for the token once, within a minute. @param whenOver - called when it expires or has been used */
  ticket(whenOver?: () => void): string;
  /** Exchanges a request that was sealed with a valid ticket for the token, sealed with the ticket; `undefined`: there is none. */
  redeem(sealed: SealedBytes): Promise<SealedBytes | undefined>;
}

export interface OpenedRequest {
  /** Not checked any further. */
  readonly request: unknown;
  readonly messages: SealedMessages;
}

/** Where a page is. Its path is new at each start, so that no browser has a file of another program for anything below it. */
export interface PagePlace {
  /** Empty until it is listening. */
  origin: string;
  /** Begins and ends with a slash. */
  readonly path: string;
}

/** 48 bits: more paths than a browser can keep files for. The address has to fit on a line of 80 characters. */
export const createPlace = (): PagePlace => ({
  origin: "",
  path: `/${randomBytes(6).toString("base64url")}/`,
});

function isOtherName(host: string | undefined, own: string): boolean {
  const [, port] = /^localhost:(\d+)$/.exec(host ?? "") ?? [];
  return port !== undefined && own === `http://127.0.0.1:${port}`;
}

const TICKET_MS = 60_000;
export const refuse = (): Response => new Response("Forbidden", { status: 403 });

/** @param place - where the page is; its origin is read with each request, so it may be filled in once it is listening */
export function createGuard(token: string, place: PagePlace): Guard {
  const tickets = new Map<string, () => boolean>();
  const withSecret = (secret: string): Promise<SealedMessages> =>
    createSealedMessages(secret, place.origin);
  let withToken: Promise<SealedMessages> | undefined;

  return {
    async site(context, next) {
      const { req } = context;
      const host = req.header("host");
      const { origin: own, path } = place;
      // Of the pages of an earlier console, too, only that they are no longer here can be seen.
      const isPage = req.method === "GET" && (req.path === path || !req.path.startsWith(path));
      // `localhost` may also resolve to ::1, where another user can listen on the same port, so nothing is stored
      // under that name. Browsers keep the fragment when they follow the redirect.
      if (isPage && (req.path === "/" || req.path === path) && isOtherName(host, own)) {
        return new Response(null, { status: 307, headers: { location: own + req.path } });
      }
      if (`http://${host}` !== own) return refuse();
      const origin = req.header("origin");
      if (origin !== undefined && origin !== own) return refuse();
      const site = req.header("sec-fetch-site");
      const isOwn = site === undefined || site === "same-origin";
      // Other sites may link to the page: without the token it contains nothing.
      const visit =
        isPage &&
        req.header("sec-fetch-mode") === "navigate" &&
        req.header("sec-fetch-dest") === "document";
      if (!isOwn && !visit) return refuse();
      if (req.method === "GET" && req.header("service-worker") === "script") {
        // The console has none, so it is another program's.
        return new Response(REMOVE_WORKER, { headers: { "content-type": "text/javascript" } });
      }
      return next();
    },
    async open(sealed) {
      const messages = await (withToken ??= withSecret(token));
      const request = await messages.open(REQUEST, sealed);
      return request === undefined ? undefined : { request, messages };
    },
    ticket(whenOver = () => {}) {
      const ticket = randomBytes(32).toString("base64url");
      const until = Date.now() + TICKET_MS;
      const end = (): boolean => {
        clearTimeout(timer);
        // Of all that come at the same moment, the first one removes it.
        const isFirst = tickets.delete(ticket);
        if (isFirst) whenOver();
        // The timer may be late if the computer was asleep.
        return isFirst && Date.now() < until;
      };
      const timer = setTimeout(end, TICKET_MS);
      timer.unref();
      tickets.set(ticket, end);
      return ticket;
    },
    async redeem(sealed) {
      for (const [ticket, end] of [...tickets]) {
        const messages = await withSecret(ticket);
        if ((await messages.open(REQUEST, sealed)) === undefined) continue;
        return end() ? messages.seal(responseTo(sealed), { token }) : undefined;
      }
      return undefined;
    },
  };
}
