import type { Activity } from "./activity.js";
import { never } from "./asker.js";
import { isMade } from "./question-names.js";
import { quoted } from "./question.js";
import type { Entry, FlowState, Pending } from "./state.js";

/** Shortest and longest time to look out for a second question in the same words, in milliseconds. */
const HOLD_MS = { least: 100, most: 300 } as const;
/** The same for a question that was answered and that the run has not come to. */
const PATIENCE_MS = { least: 250, most: 10_000 } as const;

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
  recorded(name: string, isHeld?: boolean): Promise<void>;
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
  drop(name: string): void;
  /** What the run has not come to: what is recorded first, then the newest question that was open. */
  lacking(): Lacking | undefined;
  /** Whether something waits for what the run has not come to. */
  isWaiting(): boolean;
  /** How long a run at rest may lack something. */
  patienceMs(): number;
  /** The run is over: nothing that waits goes on. */
  end(): void;
  /** Starts over with what is recorded now. */
  rewind(entries: readonly Entry[]): void;
}

export interface ReplayParts {
  readonly state: Pick<FlowState, "entries" | "pending" | "waitMs">;
  /** Whether this handler is run anew for every answer. */
  readonly isRerun: boolean;
  readonly activity: Pick<Activity, "busy" | "touch">;
}

/** Begins the keys of what was asked for a thrown `UrlElicitationRequiredError`, which is gone through before the handler runs. */
export const THROWN_LINK = "midcall link ";

export function createReplay({ state, isRerun, activity }: ReplayParts): Replay {
  let history: Entry[] = [];
  let next = 0;
  let places = new Map<string, number>();
  /** What the run has come to, with when its turn may be at the earliest. */
  let reached = new Map<number, { readonly notBefore: number; readonly go: () => void }>();
  let isHolding = false;
  const unmet = new Map<string, Pending>();
  /** Given out of turn. */
  let done = new Set<number>();
  let events: { readonly go: () => void; readonly isNamed: boolean }[] = [];
  let steps: (() => void)[] = [];
  let inTurn = false;
  let turnNumber = 0;
  /** The turn in which an answer was given that had been kept back. */
  let heldTurn = -1;
  let afterTurn: (() => void)[] = [];
  let hasEnded = false;
  let progress = 0;
  let lastHeard = performance.now();
  let longestWaitMs = state.waitMs;

  const load = (entries: readonly Entry[]): void => {
    history = entries.filter(({ k }) => !k.startsWith(THROWN_LINK));
    places = new Map(history.map(({ t, k }, place) => [t + k, place]));
    reached = new Map();
    done = new Set();
    next = 0;
  };
  load(state.entries);
  for (const pending of state.pending)
    if (!pending.k.startsWith(THROWN_LINK)) unmet.set(pending.k, pending);

  const hear = (): void => {
    inTurn = true;
    turnNumber += 1;
    lastHeard = performance.now();
  };

  /** Gives something a macrotask of its own, so that all that follows from it comes before the next thing. */
  const inOwnTurn = (go: () => void): void => {
    const done = activity.busy();
    setImmediate(() => {
      hear();
      go();
    });
    // Right behind it: nothing but what follows from `go` runs between the two.
    setImmediate(() => {
      inTurn = false;
      for (const go of afterTurn.splice(0)) go();
      done();
    });
  };

  /** The turn ends with the next round of the event loop: near enough where nothing was recorded before. */
  const inThisTurn = (): void => {
    hear();
    const number = turnNumber;
    setImmediate(() => {
      if (number === turnNumber) inTurn = false;
    });
  };

  const isReplayed = (): boolean => next >= history.length;

  const release = (): void => {
    if (!isReplayed() || hasEnded) return;
    progress += events.length;
    for (const { go } of events.splice(0)) inOwnTurn(go);
    if (unmet.size > 0) return;
    for (const go of steps.splice(0)) go();
  };

  const passDone = (): void => {
    while (done.has(next)) next += 1;
  };

  const advance = (): void => {
    if (hasEnded) return;
    passDone();
    for (let turn = reached.get(next); turn !== undefined; turn = reached.get(next)) {
      const left = turn.notBefore - performance.now();
      if (left > 0) return hold(left);
      reached.delete(next);
      next += 1;
      passDone();
      progress += 1;
      inOwnTurn(turn.notBefore > 0 ? heldOne(turn.go) : turn.go);
    }
    release();
  };

  const hold = (ms: number): void => {
    if (isHolding) return;
    isHolding = true;
    void pause(ms).then(() => {
      isHolding = false;
      advance();
    });
  };

  const heldOne = (go: () => void) => (): void => {
    heldTurn = turnNumber;
    go();
  };

  const holdMs = (): number => within(HOLD_MS, longestWaitMs);

  const pause = (ms: number): Promise<void> => {
    const done = activity.busy();
    return new Promise((resolve) => {
      setTimeout(() => {
        resolve();
        done();
      }, ms);
    });
  };

  return {
    start(run) {
      if (history.length === 0 && unmet.size === 0) {
        inThisTurn();
        run();
      } else inOwnTurn(run);
    },
    waitedMs: () => (inTurn ? 0 : Math.max(0.001, performance.now() - lastHeard)),
    heard: () => {
      if (!isRerun) inThisTurn();
    },
    get progress() {
      return progress;
    },
    get longestWaitMs() {
      return longestWaitMs;
    },
    noteWait: (ms) => void (longestWaitMs = Math.max(longestWaitMs, Math.ceil(ms))),
    recorded(name, isHeld = false) {
      return new Promise((go) => {
        const place = places.get(name);
        if (place === undefined || place < next) return inOwnTurn(go);
        reached.set(place, { notBefore: isHeld ? performance.now() + holdMs() : 0, go });
        activity.touch();
        advance();
      });
    },
    event(isHeld = false, isNamed = false) {
      if (!isRerun && isReplayed()) {
        inThisTurn();
        return undefined;
      }
      const turn = (): Promise<void> =>
        new Promise((go) => {
          events.push({ go: isHeld ? heldOne(go) : go, isNamed });
          activity.touch();
          release();
        });
      return isHeld ? pause(holdMs()).then(turn) : turn();
    },
    goOn() {
      const before = progress;
      for (const [place, { go }] of [...reached]) {
        const { t, k } = history[place]!;
        if (t === "q" && isMade(k)) continue;
        reached.delete(place);
        done.add(place);
        progress += 1;
        inOwnTurn(go);
      }
      for (const { go } of events.filter(({ isNamed }) => isNamed)) {
        progress += 1;
        inOwnTurn(go);
      }
      events = events.filter(({ isNamed }) => !isNamed);
      passDone();
      release();
      return progress > before;
    },
    turn() {
      if (isRerun) return new Promise(inOwnTurn);
      inThisTurn();
      return undefined;
    },
    mayBegin() {
      if (hasEnded) return never();
      if (!isReplayed() || unmet.size > 0) {
        return new Promise((go) => {
          steps.push(go);
          activity.touch();
        });
      }
      // Whoever waited in line behind a question that was kept back asks in this very turn.
      return inTurn && heldTurn === turnNumber
        ? new Promise((go) => afterTurn.push(go))
        : undefined;
    },
    isHeldTurn: () => inTurn && heldTurn === turnNumber,
    met(key) {
      if (!unmet.delete(key)) return;
      progress += 1;
      release();
    },
    drop(name) {
      const place = places.get(name);
      if (place === undefined || place < next) return;
      places.delete(name);
      reached.set(place, { notBefore: 0, go: () => {} });
      advance();
    },
    lacking() {
      const lost = history.find(
        (_, place) => place >= next && !reached.has(place) && !done.has(place),
      );
      const nameless = [...unmet.values()].some(({ k }) => isMade(k));
      if (lost?.t === "s") return { key: lost.k, what: "a finished step", isNameless: nameless };
      const question = lost ?? [...unmet.values()].at(-1);
      const isNameless = nameless || (lost !== undefined && isMade(lost.k));
      return question && { key: question.k, what: quoted(question.w), isNameless };
    },
    isWaiting: () => steps.length > 0 || events.length > 0 || reached.size > 0,
    patienceMs: () => within(PATIENCE_MS, 10 * longestWaitMs),
    end() {
      hasEnded = true;
      events = [];
      steps = [];
      afterTurn = [];
    },
    rewind(entries) {
      load(entries);
      unmet.clear();
      events = [];
      steps = [];
    },
  };
}

function within(
  { least, most }: { readonly least: number; readonly most: number },
  ms: number,
): number {
  return Math.min(Math.max(ms, least), most);
}
