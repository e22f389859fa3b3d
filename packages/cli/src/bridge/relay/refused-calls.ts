import { requiredLinks } from "../wire/required-links.js";
import type { Response } from "../wire/messages.js";
import { callOf, type OpenRequest } from "./open-requests.js";
import type { AskingParts } from "./rounds.js";

const MOST_REFUSALS = 3;

/**
 * Opens the links that a server of 2025-11-25 requires before it takes a call, where the host cannot open them, and makes
 * the call again when they are done.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export class RefusedCalls {
  readonly #parts: AskingParts;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** Takes a response if it is such a refusal. */
  refused(open: OpenRequest, response: Response): boolean {
    const { asker, keepAlive } = this.#parts;
    const links = requiredLinks(response);
    if (asker === undefined || open.trust.shows({ mode: "url" })) return false;
    if (links.length === 0 || open.refusals >= MOST_REFUSALS) return false;
    open.refusals += 1;
    this.#parts.rename(open);
    const { signal } = open.over;
    // One that is declined ends the others.
    const declined = new AbortController();
    const about = {
      ...{ call: callOf(open.request), isFirst: false, host: open.trust.name, untilDone: true },
      signal: AbortSignal.any([signal, declined.signal]),
    };
    const stop = keepAlive.start(open.request);
    const opened = links.map(async (link) => {
      const { action } = await asker.ask(link, about);
      if (action !== "accept") throw new Error("declined");
    });
    void Promise.all(opened)
      .then(
        () => signal.aborted || this.#parts.again(open, open.request.params ?? {}),
        () => {
          declined.abort("closed");
          if (!signal.aborted) this.#parts.reply(open, response);
        },
      )
      .finally(stop);
    return true;
  }
}
