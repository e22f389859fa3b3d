import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import { type Draft, type FormQuestion, type Question, quoted } from "../elicitation/question.js";
import { unavailable } from "../elicitation/unavailable.js";
import type { Placement } from "../fallback/placements.js";
import type { FallbackWay } from "../fallback/ways.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { type AnswerEntry, entryId } from "../state/records.js";
import { type ElicitationStrategy, never } from "../strategies/strategy.js";
import type { CausalPosition } from "./causal-line.js";
import type { HandlerSignal } from "./handler/handler-signal.js";
import type { HandlerWarnings } from "./handler/handler-warnings.js";
import type { Journal } from "./journal/journal.js";
import { decodeEntry, decodeOutcome, encodeAnswer } from "./journal/journal-codec.js";
import type { QuestionKeys } from "./question-keys.js";
import type { Activity } from "./replay/activity.js";
import type { Replay } from "./replay/replay.js";
import type { RunEnd } from "./run-end.js";

/** The parts that the questions of one run need. */
export interface QuestionsParts {
  readonly host: HostCapabilities;
  readonly journal: Journal;
  /** Where a question can be put, best first. */
  readonly placesFor: (question: Draft) => readonly Placement[];
  /** The ways in which a question of this call may reach its user. */
  readonly ways: readonly FallbackWay[];
  /** Asks on a page whose link the host shows. */
  readonly askByUrl: (question: FormQuestion & Question) => Promise<Answer<unknown>>;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
  readonly keys: QuestionKeys;
  readonly replay: Replay;
  readonly activity: Activity;
  readonly strategy: ElicitationStrategy;
  readonly end: RunEnd;
  readonly signal: HandlerSignal;
  readonly warnings: HandlerWarnings;
  /** Questions and steps whose result the handler does not have yet, in words. */
  readonly unfinished: Map<string, string>;
  /** Called with each question and its key. */
  readonly onAsked: (key: string, draft: Draft) => void;
}

/** The questions of one run: each is answered from the journal, or put to the user. */
export class Questions {
  readonly #parts: QuestionsParts;
  /** The questions on pages that have changed since an earlier round. */
  readonly #replaced = new Set<string>();

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  /** @param position Where in the handler the question is asked. */
  ask(draft: Draft, position: CausalPosition): Promise<Answer<unknown> | UrlAnswer> {
    const { journal, replay, activity, keys, warnings, strategy, end, placesFor, askByUrl } =
      this.#parts;
    const waitedMs = replay.waitedMs();
    replay.noteWait(waitedMs);
    warnings.asks(draft, waitedMs);
    try {
      const afterWait = draft.givenKey === undefined && waitedMs > 0;
      const key = keys.keyOf(draft, position, replay.isHeldTurn());
      const question: Question = { key, afterWait, ...draft };
      activity.touch();
      this.#parts.onAsked(key, draft);
      const recorded = journal.answer(key);
      if (recorded !== undefined) {
        if (recorded.digest === question.digest)
          return this.#track(question, position, this.#replayed(question, recorded));
        this.#forgetAnswer(question);
      }
      const [first] = placesFor(draft);
      if (first === "page-by-url" && question.mode === "form")
        return this.#track(question, position, askByUrl(question));
      journal.reserve("question", key);
      if (first === undefined) return this.#unavailable(question, position);
      return this.#track(question, position, strategy.ask(question));
    } catch (error) {
      return end.fail(error);
    }
  }

  /** The question with this key has changed since it was answered: the answer was for another one. */
  #forgetAnswer({ key, message }: Question): void {
    const { journal, replay } = this.#parts;
    journal.forget(key);
    replay.drop(entryId("question", key));
    replay.askedAgain(key, quoted(message));
    journal.changed(key, "an answered question with other words or fields", quoted(message));
  }

  /** See {@link Call.replaced}. */
  replaced(key: string, by: string, message: string, of: string): boolean {
    const { journal, replay, strategy } = this.#parts;
    const words = quoted(message);
    const recorded = journal.answer(key);
    if (recorded !== undefined) {
      journal.forget(key);
      replay.drop(entryId("question", key));
    }
    const open = strategy.replaced(key);
    const wasAskedAgain = replay.answered(key);
    if (recorded !== undefined || open?.isAnswered === true || wasAskedAgain)
      replay.askedAgain(by, words);
    const before = recorded?.message ?? open?.message;
    if (before === undefined) return false;
    if (!this.#replaced.has(of)) journal.changed(of, before, words);
    this.#replaced.add(of);
    return true;
  }

  /** A question that has changed is not asked again: it needs no answer any more. */
  notAsked(key: string): void {
    this.#parts.replay.answered(key);
  }

  async #replayed(question: Question, recorded: AnswerEntry): Promise<Answer<unknown> | UrlAnswer> {
    const { activity, replay, signal } = this.#parts;
    const done = activity.busy();
    const answer = await Promise.resolve(decodeEntry(question, recorded)).finally(done);
    await replay.recorded(entryId("question", question.key), isKeptBack(question, recorded));
    if (recorded.abortedSignal === true) signal.deadlinePassed();
    return answer;
  }

  /** Tracks the question as unfinished until its answer is being delivered to the handler. */
  #track<T>(question: Question, position: CausalPosition, answer: Promise<T>): Promise<T> {
    const { unfinished, end, replay, keys } = this.#parts;
    const id = entryId("question", question.key);
    unfinished.set(id, `the question ${quoted(question.message)}`);
    return answer.then(
      (value) => {
        if (end.isOver) return never<T>();
        replay.heard();
        position.answered();
        keys.closed(question);
        unfinished.delete(id);
        return value;
      },
      (error: unknown) => end.fail(error),
    );
  }

  #unavailable(question: Question, position: CausalPosition): Promise<Answer<unknown> | UrlAnswer> {
    const { host, journal, replay, subject, end, ways } = this.#parts;
    if (question.whenUnavailable !== "continue")
      return end.fail(unavailable(host, question, subject, question.fallback ?? ways));
    const outcome = { kind: "unanswered", reason: "unsupported" } as const;
    const answer = async (): Promise<Answer<unknown> | UrlAnswer> => {
      await replay.event();
      journal.record(encodeAnswer(question, outcome, { elapsedMs: 0 }));
      return decodeOutcome(question, outcome, { elapsedMs: 0 });
    };
    return this.#track(question, position, answer());
  }
}

/** Whether an answer of an earlier round is kept back for a while, as another branch may ask the same question. */
function isKeptBack({ givenKey: name, afterWait }: Question, recorded: AnswerEntry): boolean {
  return name === undefined && (afterWait || recorded.afterWait === true);
}
