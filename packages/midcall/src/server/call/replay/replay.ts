import type { Entry, EntryId } from "../../state/records.js";

/** A question or step of an earlier round that this run has not reached. */
export interface Unreached {
  readonly key: string;
  readonly isQuestion: boolean;
  /** A question with a derived key: the one asked in its place may be the same question with another wording. */
  readonly hasDerivedKey: boolean;
  /** What it is, for messages. */
  readonly what: string;
}

/**
 * The order in which one run of a handler gets results: first those that earlier rounds recorded, one at a time and in
 * their recorded order, then new ones. A handler that does not wait outside of steps is thereby a function of its
 * journal, however fast its branches are.
 *
 * Nothing new starts before that: a new step waits until every answer has reached the question it was given to.
 */
export interface Replay {
  /** Starts the handler. */
  start(run: () => void): void;
  /**
   * Milliseconds since the handler last got a result from midcall; 0 while it runs the code that follows. More means
   * that it waits for something outside of steps.
   */
  waitedMs(): number;
  /** Called when the handler gets a result without its own turn, because nothing is replayed. */
  heard(): void;
  /** The progress of the run: a number that grows with everything that advances it. */
  readonly progress: number;
  /** The longest such wait before a question, in this run or an earlier one. */
  readonly longestWaitMs: number;
  /** Notes the wait before a question. */
  noteWait(ms: number): void;
  /**
   * Waits for the turn of an entry that an earlier round recorded.
   *
   * @param isHeld Keeps it back for a while, in case another branch asks the same question.
   */
  recorded(id: EntryId, isHeld?: boolean): Promise<void>;
  /** Waits for the turn of a new result. `undefined`: its turn is now. */
  event(isHeld?: boolean, isNamed?: boolean): Promise<void> | undefined;
  /**
   * For a run at rest: delivers results with the author's own key out of turn, because they are recognised in any
   * order. A branch may hold a lock that another branch needs to reach the next entry.
   *
   * @returns whether there were any
   */
  goOn(): boolean;
  /** Waits for a turn, even if entries are still to be replayed. For work that is done again in every run. */
  turn(): Promise<void> | undefined;
  /** Waits until a new step may start. */
  mayBegin(): Promise<void> | undefined;
  /** Whether the code that runs now follows an answer that was kept back. */
  isHeldTurn(): boolean;
  /** Called when the run has reached a question that was open. */
  met(key: string): void;
  /** Discards a recorded answer. */
  drop(id: EntryId): void;
  /**
   * A question has changed, so that the answer to the earlier one no longer counts. Until it has a new answer, no step
   * starts and the run cannot succeed: the earlier answer may have been a no.
   */
  askedAgain(key: string, what: string): void;
  /** Whether a question has changed and has no new answer yet. */
  isAskedAgain(key: string): boolean;
  /** Called when a question has its answer. Returns whether it had changed. */
  answered(key: string): boolean;
  /** A question that has changed and has no new answer yet. */
  unanswered(): Unreached | undefined;
  /** What the run has not reached: the first recorded entry, else the newest question that was open. */
  unreached(): Unreached | undefined;
  /** Whether something waits for what the run has not reached. */
  isWaiting(): boolean;
  /** How long a run at rest may leave this unreached, in milliseconds. */
  patienceMs(unreached: Unreached): number;
  /** How long a run may leave something unreached without any activity, in milliseconds. */
  stallMs(): number;
  /** Ends the run: everything that waits keeps waiting. */
  end(): void;
  /** Starts again with the entries recorded so far. */
  rewind(entries: readonly Entry[]): void;
}

/** The prefix of the keys of midcall's own questions and steps. An author's key must not start with it. */
export const OWN_KEYS = "midcall ";
/** The prefix of the keys of links to the pages of forms, for hosts that show no forms. */
export const PAGE_LINK: string = `${OWN_KEYS}page `;
/** The prefix of the keys of links from a thrown `UrlElicitationRequiredError`, which are handled before the handler runs. */
export const THROWN_LINK: string = `${OWN_KEYS}link `;
