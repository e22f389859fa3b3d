import type { ConnectionEnd } from "../framework/request-context.js";
import type { RequiredUrl } from "../framework/rejection.js";
import type { Journal } from "../call/journal/journal.js";
import { urlQuestion } from "../elicitation/url.js";
import { validateQuestion } from "../elicitation/validate-question.js";
import type { Settings } from "../options.js";
import { DEFAULT_TIMEOUT_MS } from "../strategies/limits.js";
import type { Completions } from "./completions.js";

/** The part of a call that a thrown `UrlElicitationRequiredError` needs. */
export interface UrlEnds {
  /** Validates a link as `ctx.elicit` validates its own. @throws QuestionError */
  readonly check: (elicitation: RequiredUrl) => void;
  /** Notifies the host when one of these interactions ends within `forMs` milliseconds. */
  readonly notify: (elicitationIds: readonly string[], forMs?: number) => Promise<void>;
  /** Whether an earlier run has recorded a step with this key. */
  readonly recorded: (key: string) => boolean;
  /** The clock, in ms since 1970. */
  readonly now: () => number;
  /** How long a user has for a link, in milliseconds. */
  readonly timeoutMs: number;
}

/** The parts from which {@link UrlEnds} are created. */
export interface UrlEndParts {
  readonly settings: Settings;
  readonly principal: string | undefined;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
  readonly completions: Completions;
  readonly journal: Journal;
  readonly connection: ConnectionEnd;
  /** Sends the completion notice of 2025-11-25 after the call. */
  readonly notifyComplete: (elicitationId: string) => Promise<void>;
}

export function createUrlEnds(parts: UrlEndParts): UrlEnds {
  const { settings, completions, journal, connection, notifyComplete } = parts;
  return {
    check: ({ message, url, elicitationId }) =>
      validateQuestion(urlQuestion(message, url, { elicitationId }), parts),
    notify: async (ids, forMs) => {
      const options = {
        connectionSignal: connection.signal,
        ...(forMs !== undefined && { forMs }),
      };
      for (const id of ids) {
        await completions.claim(id, forMs ?? settings.stateTtlMs);
        await completions.notify(id, () => notifyComplete(id), options);
      }
    },
    recorded: (key) => journal.hasStep(key),
    now: settings.now,
    timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
}
