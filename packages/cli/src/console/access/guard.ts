import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { answerForeignWorker } from "./foreign-worker.js";

/**
 * Controls access to the console: only its own page and programs with the token have access. All other requests
 * (other sites in the same browser, host names that resolve to this computer) are refused without information.
 */
export interface Guard {
  /** For all requests: checks the exact host and the origin. */
  readonly site: MiddlewareHandler;
  /** For the API: checks the token. */
  readonly token: MiddlewareHandler;
  /** Creates a ticket that can be exchanged for the token once, within a minute. @param whenOver - called when it expires or has been used */
  ticket(whenOver?: () => void): string;
  /** Exchanges a valid ticket for the token. */
  redeem(ticket: string): string | undefined;
}

const TICKET_MS = 60_000;
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const refuse = (): Response => new Response("Forbidden", { status: 403 });

/** @param port - the port of the console, once it is listening */
export function createGuard(token: string, port: () => number): Guard {
  const expected = digest(token);
  const tickets = new Map<string, () => boolean>();

  return {
    async site(context, next) {
      const { req } = context;
      const host = req.header("host");
      const own = `127.0.0.1:${port()}`;
      // `localhost` may also resolve to ::1, where another user can listen on the same port, so nothing is stored
      // under that name. Browsers keep the fragment when they follow the redirect.
      if (host === `localhost:${port()}` && req.method === "GET" && req.path === "/") {
        return new Response(null, { status: 307, headers: { location: `http://${own}/` } });
      }
      if (host !== own) return refuse();
      const origin = req.header("origin");
      if (origin !== undefined && origin !== `http://${host}`) return refuse();
      const site = req.header("sec-fetch-site");
      const isOwn = site === undefined || site === "same-origin";
      // Other sites may link to the page: without the token it contains nothing.
      const visit =
        req.method === "GET" &&
        req.path === "/" &&
        req.header("sec-fetch-mode") === "navigate" &&
        req.header("sec-fetch-dest") === "document";
      if (!isOwn && !visit) return refuse();
      if (req.method === "GET" && req.header("service-worker") === "script") {
        return answerForeignWorker();
      }
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
        // The timer may be late if the computer was asleep.
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
