import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/**
 * Who may talk to the console: pages it has served itself, and programs that have the token. Anything
 * else (another page in the same browser, a name that was pointed at this computer) learns nothing.
 */
export interface Guard {
  /** For everything: the exact host, and no other page. */
  readonly site: MiddlewareHandler;
  /** For the API: the token. */
  readonly token: MiddlewareHandler;
  /** A word that is good for the token once, within a minute. @param whenOver - called when it is good no more */
  ticket(whenOver?: () => void): string;
  /** The token, for a ticket that is good. */
  redeem(ticket: string): string | undefined;
}

const TICKET_MS = 60_000;
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const refuse = (): Response => new Response("Forbidden", { status: 403 });

/** @param port - the port that is listened on, once it is known */
export function createGuard(token: string, port: () => number): Guard {
  const expected = digest(token);
  const tickets = new Map<string, () => boolean>();

  return {
    async site(context, next) {
      const { req } = context;
      const host = req.header("host");
      const own = `127.0.0.1:${port()}`;
      // Another user may listen on the same port of ::1, which that name leads to as well: nothing of ours is kept
      // under it. What follows the # goes along with the redirect.
      if (host === `localhost:${port()}` && req.method === "GET" && req.path === "/") {
        return new Response(null, { status: 307, headers: { location: `http://${own}/` } });
      }
      if (host !== own) return refuse();
      const origin = req.header("origin");
      if (origin !== undefined && origin !== `http://${host}`) return refuse();
      const site = req.header("sec-fetch-site");
      const isOwn = site === undefined || site === "same-origin";
      // A link to the page may be followed from anywhere: it holds nothing until it has the token.
      const visit =
        req.method === "GET" &&
        req.path === "/" &&
        req.header("sec-fetch-mode") === "navigate" &&
        req.header("sec-fetch-dest") === "document";
      if (!isOwn && !visit) return refuse();
      return next();
    },
    async token({ req }, next) {
      const [, given] = /^Bearer ([\w-]{1,200})$/.exec(req.header("authorization") ?? "") ?? [];
      if (given === undefined || !timingSafeEqual(digest(given), expected)) return refuse();
      return next();
    },
    ticket(whenOver = () => {}) {
      const ticket = randomBytes(32).toString("base64url");
      const until = Date.now() + TICKET_MS;
      const end = (): boolean => {
        clearTimeout(timer);
        tickets.delete(ticket);
        whenOver();
        // The computer may have been asleep.
        return Date.now() < until;
      };
      const timer = setTimeout(end, TICKET_MS);
      timer.unref();
      tickets.set(ticket, end);
      return ticket;
    },
    redeem: (ticket) => (tickets.get(ticket)?.() ? token : undefined),
  };
}
