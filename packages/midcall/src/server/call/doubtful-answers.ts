import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import { type Draft, quoted } from "../elicitation/question.js";
import { UnansweredError } from "../errors.js";
import { ANSWERED_TOO_FAST } from "../host/too-fast.js";
import { canonicalJson, digest } from "../state/canonical-json.js";
import type { AnswerEntry } from "../state/records.js";
import type { Journal } from "./journal/journal.js";
import { OWN_KEYS } from "./replay/replay.js";

/** The parts that asking again needs. */
export interface DoubtfulAnswersParts {
  readonly journal: Pick<Journal, "entries">;
  /** Asks a question that is on no causal line: it has a key. */
  readonly ask: (draft: Draft) => Promise<Answer<unknown> | UrlAnswer>;
}

/**
 * The answers of a call that were accepted faster than they can be read. Before the first step that writes they are asked
 * again: whatever the handler has made of them, nothing is changed by a key that was pressed by accident.
 */
export class DoubtfulAnswers {
  readonly #parts: DoubtfulAnswersParts;
  /** The questions that this run has asked, by key. */
  readonly #drafts = new Map<string, Draft>();
  readonly #again = new Map<string, Promise<void>>();

  constructor(parts: DoubtfulAnswersParts) {
    this.#parts = parts;
  }

  /** Called for each question that the handler asks. */
  asked(key: string, draft: Draft): void {
    this.#drafts.set(key, draft);
  }

  /**
   * Asks again what has to be asked again before this step; `undefined` if nothing has to.
   *
   * @throws UnansweredError when the user has not given the same answer again
   */
  before(step: string): Promise<unknown> | undefined {
    const waits: Promise<void>[] = [];
    for (const entry of this.#parts.journal.entries) {
      if (entry.kind !== "question" || entry.tooFast !== true) continue;
      const draft = this.#drafts.get(entry.key);
      // Asked in another branch of the handler, which has not come to it in this run.
      if (draft === undefined || draft.mode === "url" || draft.isHumanOnly) continue;
      let again = this.#again.get(entry.key);
      if (again === undefined) {
        again = this.#askAgain(entry, draft, step);
        this.#again.set(entry.key, again);
      }
      waits.push(again);
    }
    return waits.length === 0 ? undefined : Promise.all(waits);
  }

  /** Forgets everything, for a run from the start. */
  rewind(): void {
    this.#drafts.clear();
    this.#again.clear();
  }

  async #askAgain(
    { key, content }: AnswerEntry,
    draft: Extract<Draft, { mode: "form" }>,
    step: string,
  ): Promise<void> {
    const answer = await this.#parts.ask({
      ...draft,
      givenKey: `${OWN_KEYS}again ${key}`,
      digest: digest(`again ${draft.digest}`),
      message: `${draft.message}\n\n${ANSWERED_TOO_FAST}`,
      whenUnavailable: "fail",
      unsolicited: false,
      isHumanOnly: true,
      isRepeated: true,
    });
    if (
      answer.action === "accept" &&
      "content" in answer &&
      canonicalJson(answer.content) === canonicalJson(content)
    )
      return;
    const became =
      answer.action === "accept"
        ? "had another answer"
        : answer.action === "unanswered"
          ? `had no answer (${answer.reason})`
          : `was answered with ${answer.action}`;
    throw new UnansweredError(
      `${quoted(draft.message)} was accepted faster than it can be read. Asked again, it ${became}, so the step "${step}", ` +
        "which writes, was not begun and the call has ended. Call again to ask anew.",
    );
  }
}
