import { errorText } from "../../internal/error-text.js";
import type { ConnectionEnd } from "../framework/request-context.js";
import { type RequiredUrl, urlRequired } from "../framework/rejection.js";
import type { Call } from "../call/call.js";
import type { Completions } from "./completions.js";
import type { Settings } from "../options.js";
import type { ElicitationPages } from "../../contracts/pages.js";
import type { UrlEnds } from "./url-ends.js";
import { assertQuestionAllowed } from "../strategies/limits.js";

/** A link that a call may require to continue. */
export interface RequiredLink {
  /**
   * Ends the call, past the handler's own `catch`, with the error that lists this link and all others that are required.
   *
   * @param expiresAt When the link expires, in ms since 1970.
   */
  require(elicitation: RequiredUrl, expiresAt: number): Promise<never>;
  /** Called if the link is not needed, or no longer. */
  leave(): void;
}

/** Collects the links that a call requires into one `-32042` error. */
export interface RequiredLinks {
  begin(): RequiredLink;
}

/** The parts that collecting the links needs. */
export interface RequiredLinkParts {
  readonly call: Call;
  readonly settings: Settings;
  readonly pages: ElicitationPages;
  readonly completions: Completions;
  readonly ends: UrlEnds;
  readonly allowQuestion: () => boolean;
  readonly connection: ConnectionEnd;
}

/**
 * Collects links until everything that the call is looking for has been found or has a link.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export function createRequiredLinks(parts: RequiredLinkParts): RequiredLinks {
  const { call, settings, pages, completions, ends, connection } = parts;
  const links: RequiredUrl[] = [];
  let lastEnd = 0;
  let looking = 0;

  /** The call is over by the time the page is completed; the host is notified nevertheless, so that it calls again. */
  const watch = (id: string): void => {
    // The pages stop waiting when the link expires; without a connection there is no host to notify.
    const told = pages
      .follow(id)
      .wait(connection.signal)
      .then((end) => (end?.status === "done" ? completions.complete(id) : undefined));
    told.catch((error: unknown) =>
      settings.logger.warn(
        `midcall: waiting for the end of the visit ${id} failed: ${errorText(error)}`,
      ),
    );
  };

  const end = async (): Promise<void> => {
    try {
      for (const link of links) {
        assertQuestionAllowed(parts.allowQuestion(), settings);
        ends.check(link);
      }
      const ids = links.map(({ elicitationId }) => elicitationId);
      await ends.notify(ids, lastEnd - settings.now() + settings.stateTtlMs);
      ids.forEach(watch);
      void call.fail(urlRequired(links));
    } catch (error) {
      void call.fail(error);
    }
  };

  const check = (): void => {
    if (looking === 0 && links.length > 0) {
      // A branch that continues now may request another link.
      setImmediate(() => {
        if (looking === 0 && !call.ended) void end();
      });
    }
  };

  return {
    begin() {
      looking += 1;
      let once = true;
      const leave = (): void => {
        if (!once) return;
        once = false;
        looking -= 1;
        check();
      };
      return {
        leave,
        require(elicitation, expiresAt) {
          links.push(elicitation);
          lastEnd = Math.max(lastEnd, expiresAt);
          leave();
          return new Promise<never>(() => {});
        },
      };
    },
  };
}
