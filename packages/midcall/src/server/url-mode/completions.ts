import { OptionError } from "../../contracts/errors.js";
import { QuestionError } from "../errors.js";
import type { Settings } from "../options.js";
import { type InteractionOwner, EndRecords } from "./end-records.js";
import { CompletionNotices, type NoticeOptions } from "./notices.js";
import { type Ending, waitForEnd } from "./wait-for-end.js";

/** The ends of the URL interactions that one server has with one person: who waits for them and who is told. */
export interface Completions {
  /**
   * Ties an interaction to the person it is for, so that its end never counts for another.
   *
   * @param forMs How long it can be answered, at most.
   * @throws QuestionError when it is somebody else's.
   */
  claim(elicitationId: string, forMs: number): Promise<void>;
  /** Notes the end of an interaction of this person, wakes anyone who waits for it in any process, and tells its host where the protocol version has a notice. */
  complete(elicitationId: string): Promise<void>;
  /** Sends `notify` when the interaction ends, in whichever process `complete` is called. */
  notify(elicitationId: string, notify: () => Promise<void>, reach: NoticeOptions): Promise<void>;
  /**
   * Waits for the end of an interaction. Looks at least once; what does not answer is not waited for.
   *
   * @param until When to give up, in ms since 1970.
   * @param signal Gives up at once.
   */
  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean>;
}

/** Whom an end is noted for by somebody other than the asker. */
export interface CompleteOptions {
  /**
   * The person whose interaction has ended, as `principal` names them. Pass it where it is known: the end then counts
   * for nobody else, also if it comes before the question is asked. Without it the end is that of anyone who was asked.
   */
  readonly principal?: string;
}

/** The ends of all URL interactions of one program. */
export interface AllCompletions {
  /** @throws OptionError when the person named is not a string */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
  of(asker: InteractionOwner): Completions;
}

export function createCompletions(settings: Settings): AllCompletions {
  const records = new EndRecords(settings);
  const notices = new CompletionNotices(records, settings);
  return {
    async complete(id, { principal } = {}) {
      if (principal !== undefined && (typeof principal !== "string" || principal === "")) {
        throw new OptionError("principal must be the name of a person, or left out.");
      }
      await records.endFor(id, principal);
    },
    of: (asker) => new CompletionsOfOne(settings, records, notices, asker),
  };
}

class CompletionsOfOne implements Completions {
  readonly #settings: Settings;
  readonly #records: EndRecords;
  readonly #notices: CompletionNotices;
  readonly #asker: InteractionOwner;

  constructor(
    settings: Settings,
    records: EndRecords,
    notices: CompletionNotices,
    asker: InteractionOwner,
  ) {
    this.#settings = settings;
    this.#records = records;
    this.#notices = notices;
    this.#asker = asker;
  }

  async claim(id: string, forMs: number): Promise<void> {
    if ((await this.#records.claim(id, this.#asker, forMs)) !== "another's") return;
    throw new QuestionError(
      "This elicitationId names another person's interaction. Make it random, and use it once.",
    );
  }

  complete(id: string): Promise<void> {
    return this.#records.end(id, this.#asker);
  }

  notify(id: string, notify: () => Promise<void>, reach: NoticeOptions): Promise<void> {
    return this.#notices.notify(id, this.#asker, notify, reach);
  }

  wait(ending: Ending, until: number, signal: AbortSignal): Promise<boolean> {
    const parts = { settings: this.#settings, records: this.#records, asker: this.#asker };
    return waitForEnd(parts, ending, until, signal);
  }
}
