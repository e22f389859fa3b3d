import type { Entry, EntryId } from "../../state/records.js";

/** Something of an earlier round that this run has not come to. */
export interface Lacking {
  readonly key: string;
  /** A question without a key: what comes in its place may be the same one in other words. */
  readonly isNameless: boolean;
  /** What it is, in words. */
  readonly what: string;
}

/**
 * The order in which one run of a handler learns what happened: first what earlier rounds recorded, as it
 * happened then, one thing at a time; then what is new. A handler without waits of its own outside of steps
 * is thereby a function of its journal, however fast its branches are.
 *
 * Nothing new begins before that: a new step waits until every answer has been met by the question it was
 * given to.
 */
export interface Replay {
  /** Starts the handler. */
  start(run: () => void): void;
  /**
   * Milliseconds since the handler last heard something of midcall's; 0 while it does what follows from
   * that. More means that it waits for something outside of steps.
   */
  waitedMs(): number;
  /** The handler hears something that needs no turn of its own, as nothing is replayed. */
  heard(): void;
  /** How much has happened: it grows with all that brings the run on. */
  readonly progress: number;
  /** The longest such wait before a question, in this run or an earlier one. */
  readonly longestWaitMs: number;
  /** Notes the wait before a question. */
  noteWait(ms: number): void;
  /**
   * Waits for the turn of what an earlier round recorded.
   *
   * @param isHeld Keeps it back for a while, should another branch come to ask the same.
   */
  recorded(id: EntryId, isHeld?: boolean): Promise<void>;
  /** Waits for the turn of something new. `undefined`: it has come. */
  event(isHeld?: boolean, isNamed?: boolean): Promise<void> | undefined;
  /**
   * Of a run that is at rest: gives what has a name out of turn, as it is known in whatever order it comes. A branch
   * may hold a lock that another one needs to come to what is next.
   *
   * @returns whether there was any
   */
  goOn(): boolean;
  /** Waits for a turn, whatever is still to be replayed: for what is done anew in every run. */
  turn(): Promise<void> | undefined;
  /** Waits until a new step may begin. */
  mayBegin(): Promise<void> | undefined;
  /** Whether code runs now because of an answer that had been kept back. */
  isHeldTurn(): boolean;
  /** The run has come to a question that was open. */
  met(key: string): void;
  /** A recorded answer counts no more. */
  drop(id: EntryId): void;
  /**
   * A question came back in other words, so that the answer to the earlier ones counts no more. Until it has a new
   * one, no step begins and the run cannot succeed: the answer may have been a no.
   */
  askedAgain(key: string, what: string): void;
  /** A question has its answer. */
  answered(key: string): void;
  /** A question that came back in other words and has no answer yet. */
  unanswered(): Lacking | undefined;
  /** What the run has not come to: what is recorded first, then the newest question that was open. */
  lacking(): Lacking | undefined;
  /** Whether something waits for what the run has not come to. */
  isWaiting(): boolean;
  /** How long a run at rest may lack this. */
  patienceMs(lacking: Lacking): number;
  /** How long a run may lack something and give no sign of life. */
  stallMs(): number;
  /** The run is over: nothing that waits goes on. */
  end(): void;
  /** Starts over with what is recorded now. */
  rewind(entries: readonly Entry[]): void;
}

/** Begins the keys of midcall's own questions and steps; an author's may not begin like that. */
export const OWN_KEYS = "midcall ";
/** Begins the keys of what was asked for a thrown `UrlElicitationRequiredError`, which is gone through before the handler runs. */
export const THROWN_LINK: string = `${OWN_KEYS}link `;
