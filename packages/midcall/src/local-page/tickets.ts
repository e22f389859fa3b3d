import { unref } from "../internal/unref.js";
import { isToken, randomToken } from "../pages/flows/keys.js";

/** How long a browser may take to start, in milliseconds. */
const TICKET_MS = 2 * 60_000;

/** A ticket, and the signal that aborts when it has been used or has expired. */
export interface Ticket {
  readonly ticket: string;
  readonly over: AbortSignal;
}

interface Issued {
  readonly token: string;
  readonly isValid: () => boolean;
  readonly end: () => void;
}

/**
 * The addresses that browsers are started with. Each lets one browser in, once and for minutes, so that an address that
 * is read later, from a file or a history, opens nothing.
 */
export class Tickets {
  readonly #issued = new Map<string, Issued>();

  /** @param token - of the page that the ticket leads to */
  issue(token: string): Ticket {
    const ticket = randomToken();
    const over = new AbortController();
    // The timer may be late if the computer was asleep.
    const until = performance.now() + TICKET_MS;
    const end = (): void => {
      clearTimeout(timer);
      this.#issued.delete(ticket);
      over.abort();
    };
    const timer = setTimeout(end, TICKET_MS);
    unref(timer);
    this.#issued.set(ticket, { token, end, isValid: () => performance.now() < until });
    return { ticket, over: over.signal };
  }

  /** The token of the page, for a ticket that is valid. It is used up. */
  redeem(ticket: string | undefined): string | undefined {
    const issued = isToken(ticket) ? this.#issued.get(ticket) : undefined;
    const isValid = issued?.isValid() === true;
    issued?.end();
    return isValid ? issued.token : undefined;
  }

  /** Ends the tickets of a page that has ended, or all of them. */
  end(token?: string): void {
    for (const issued of [...this.#issued.values()]) {
      if (token === undefined || issued.token === token) issued.end();
    }
  }
}
