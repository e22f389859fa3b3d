import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { QuestionError } from "../errors.js";
import type { Settings } from "../options.js";
import { type InteractionOwner, EndRecords } from "./end-records.js";
import { CompletionNotices, type NoticeOptions } from "./notices.js";
import { type Ending, waitForEnd } from "./wait-for-end.js";

/** The ends of the URL interactions that one server has with one user: waiting for them, and notifying the host. */
export interface Completions {
  /**
   * Ties an interaction to its user, so that its end never counts for another.
   *
   * @param forMs The longest time that it can be answered, in milliseconds.
   * @throws QuestionError when it belongs to another user
   */
  claim(elicitationId: string, forMs: number): Promise<void>;
  /** Records the end of an interaction of this user, wakes everything that waits for it in any process, and notifies its host where the protocol version has a notice. */
  complete(elicitationId: string): Promise<void>;
  /** Sends `notify` when the interaction ends, in whichever process `complete` is called. */
  notify(elicitationId: string, notify: () => Promise<void>, reach: NoticeOptions): Promise<void>;
  /**
   * Waits for the end of an interaction. Checks at least once; a check that does not settle is not awaited.
   *
   * @param until When to give up, in ms since 1970.
   * @param signal Gives up at once.
   */
  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean>;
}

/** Options of `elicitation.complete`. */
export interface CompleteOptions {
  /**
   * The user whose interaction has ended, as the `principal` option names them. Pass it where you know it: the end then
   * counts for no other user, even if it comes before the question is asked. Without it, the end counts for the user
   * who was asked.
   */
  readonly principal?: string;
}

/** The ends of all URL interactions of one program. */
export interface AllCompletions {
  /** @throws OptionError when `principal` is not a non-empty string */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
  of(owner: InteractionOwner): Completions;
}

export function createCompletions(settings: Settings): AllCompletions {
  const records = new EndRecords(settings);
  const notices = new CompletionNotices(records, settings);
  return {
    async complete(id, options = {}) {
      assertOptions<CompleteOptions>("elicitation.complete", options, { principal: "any" });
      const { principal } = options;
      if (principal !== undefined && (typeof principal !== "string" || principal === "")) {
        throw new OptionError(
          "principal must be a non-empty string that names a user, or left out.",
        );
      }
      await records.endFor(id, principal);
    },
    of: (owner) => new CompletionsOfOne(settings, records, notices, owner),
  };
}

class CompletionsOfOne implements Completions {
  readonly #settings: Settings;
  readonly #records: EndRecords;
  readonly #notices: CompletionNotices;
  readonly #owner: InteractionOwner;

  constructor(
    settings: Settings,
    records: EndRecords,
    notices: CompletionNotices,
    owner: InteractionOwner,
  ) {
    this.#settings = settings;
    this.#records = records;
    this.#notices = notices;
    this.#owner = owner;
  }

  async claim(id: string, forMs: number): Promise<void> {
    if ((await this.#records.claim(id, this.#owner, forMs)) !== "another's") return;
    throw new QuestionError(
      "This elicitationId belongs to another user's interaction. Make it random, and use it once.",
    );
  }

  complete(id: string): Promise<void> {
    return this.#records.end(id, this.#owner);
  }

  notify(id: string, notify: () => Promise<void>, reach: NoticeOptions): Promise<void> {
    return this.#notices.notify(id, this.#owner, notify, reach);
  }

  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean> {
    const parts = { settings: this.#settings, records: this.#records, owner: this.#owner };
    return waitForEnd(parts, ending, until, signal);
  }
}
