import { never } from "../../strategies/strategy.js";
import { isDerivedKey } from "../question-keys.js";
import { quoted } from "../../elicitation/question.js";
import {
  type Entry,
  entryId,
  type EntryId,
  type FlowState,
  type Pending,
} from "../../state/records.js";
import type { Activity } from "./activity.js";
import { type Unreached, type Replay, THROWN_LINK } from "./replay.js";
import { Turns } from "./turns.js";
import { Waits } from "./waits.js";

/** A recorded entry that the run has reached. */
interface Reached {
  /** When its turn may come, if it is kept back until then. */
  readonly due?: Promise<void>;
  isDue: boolean;
  readonly go: () => void;
}

/** In how many parts a result is kept back. */
const PARTS = 10;

/** A new result that waits for its turn. */
interface NewEvent {
  readonly isHeld: boolean;
  readonly isNamed: boolean;
  readonly go: () => void;
}

/** A run of a handler that is re-run in every round (2026-07-28). */
export class Rerun implements Replay {
  readonly #activity: Pick<Activity, "busy" | "touch">;
  readonly #turns: Turns;
  /** The entries of earlier rounds in their order, and the place of the next one whose turn has not come. */
  #history: readonly Entry[] = [];
  #next = 0;
  readonly #places = new Map<EntryId, number>();
  readonly #reached = new Map<number, Reached>();
  /** Places of entries that were given out of turn. */
  readonly #done = new Set<number>();
  #isHolding = false;
  /** Questions that were open and that the run has not reached. */
  readonly #unmet = new Map<string, Pending>();
  /** Questions that have changed and have no new answer yet, as a message names them. */
  readonly #askedAgain = new Map<string, string>();
  #events: NewEvent[] = [];
  #steps: (() => void)[] = [];
  #hasEnded = false;
  #progress = 0;
  readonly #waits: Waits;

  constructor(
    state: Pick<FlowState, "entries" | "pending" | "longestWaitMs">,
    activity: Pick<Activity, "busy" | "touch">,
  ) {
    this.#activity = activity;
    this.#turns = new Turns(activity);
    this.#waits = new Waits(state.longestWaitMs);
    this.#load(state.entries);
    for (const pending of state.pending) {
      if (!pending.key.startsWith(THROWN_LINK)) this.#unmet.set(pending.key, pending);
      if (pending.askedAgain === true) this.#askedAgain.set(pending.key, quoted(pending.message));
    }
  }

  start(run: () => void): void {
    if (this.#history.length > 0 || this.#unmet.size > 0) return this.#turns.take(run);
    this.#turns.now();
    run();
  }

  waitedMs(): number {
    return this.#turns.waitedMs();
  }

  heard(): void {}

  get progress(): number {
    return this.#progress;
  }

  get longestWaitMs(): number {
    return this.#waits.longestMs;
  }

  noteWait(ms: number): void {
    this.#waits.note(ms);
  }

  recorded(id: EntryId, isHeld = false): Promise<void> {
    return new Promise((go) => {
      const place = this.#places.get(id);
      if (place === undefined || place < this.#next) return this.#turns.take(go);
      const due = isHeld ? pause(this.#waits.holdMs()) : undefined;
      const reached: Reached = { ...(due && { due }), isDue: !isHeld, go };
      void due?.then(() => (reached.isDue = true));
      this.#reached.set(place, reached);
      this.#activity.touch();
      this.#advance();
    });
  }

  event(isHeld = false, isNamed = false): Promise<void> {
    const turn = (): Promise<void> =>
      new Promise((go) => {
        this.#events.push({ isHeld, isNamed, go });
        this.#activity.touch();
        this.#release();
      });
    return isHeld ? this.#busyUntil(pause(this.#waits.holdMs())).then(turn) : turn();
  }

  turn(): Promise<void> {
    return new Promise((go) => this.#turns.take(go));
  }

  mayBegin(): Promise<void> | undefined {
    if (this.#hasEnded) return never();
    if (!this.#isReplayed() || !this.#isAllMet()) {
      return new Promise((go) => {
        this.#steps.push(go);
        this.#activity.touch();
      });
    }
    // A branch that waited in a queue behind a question that was kept back asks in this turn.
    return this.#turns.isHeld() ? new Promise((go) => this.#turns.afterwards(go)) : undefined;
  }

  isHeldTurn(): boolean {
    return this.#turns.isHeld();
  }

  met(key: string): void {
    if (!this.#unmet.delete(key)) return;
    this.#progress += 1;
    this.#release();
  }

  drop(id: EntryId): void {
    const place = this.#places.get(id);
    if (place === undefined || place < this.#next) return;
    this.#places.delete(id);
    this.#reached.set(place, { isDue: true, go: () => {} });
    this.#advance();
  }

  askedAgain(key: string, what: string): void {
    this.#askedAgain.set(key, what);
  }

  isAskedAgain(key: string): boolean {
    return this.#askedAgain.has(key);
  }

  answered(key: string): boolean {
    const hadChanged = this.#askedAgain.delete(key);
    if (hadChanged) this.#release();
    return hadChanged;
  }

  unanswered(): Unreached | undefined {
    const [again] = this.#askedAgain;
    return again && { key: again[0], what: again[1], isQuestion: true, hasDerivedKey: false };
  }

  goOn(): boolean {
    const before = this.#progress;
    for (const [place, { go }] of [...this.#reached]) {
      const { kind, key } = this.#history[place]!;
      if (kind === "question" && isDerivedKey(key)) continue;
      this.#reached.delete(place);
      this.#done.add(place);
      this.#progress += 1;
      this.#turns.take(go);
    }
    for (const event of this.#events.filter(({ isNamed }) => isNamed)) {
      this.#progress += 1;
      this.#give(event);
    }
    this.#events = this.#events.filter(({ isNamed }) => !isNamed);
    this.#passDone();
    this.#release();
    return this.#progress > before;
  }

  unreached(): Unreached | undefined {
    if (this.#isReplayed() && this.#unmet.size === 0) return undefined;
    const lost = this.#history.find(
      (_, place) => place >= this.#next && !this.#reached.has(place) && !this.#done.has(place),
    );
    const unmet = [...this.#unmet.values()];
    const isNameless = unmet.some(({ key }) => isDerivedKey(key));
    if (lost?.kind === "step")
      return {
        key: lost.key,
        what: "a finished step",
        isQuestion: false,
        hasDerivedKey: isNameless,
      };
    const question = lost ?? unmet.at(-1);
    return (
      question && {
        key: question.key,
        what: quoted(question.message),
        isQuestion: true,
        hasDerivedKey: isNameless || (lost !== undefined && isDerivedKey(lost.key)),
      }
    );
  }

  isWaiting(): boolean {
    return this.#steps.length > 0 || this.#events.length > 0 || this.#reached.size > 0;
  }

  patienceMs(unreached: Unreached): number {
    return this.#waits.patienceMs(unreached);
  }

  stallMs(): number {
    return this.#waits.stallMs();
  }

  end(): void {
    this.#hasEnded = true;
    this.#forget();
    this.#turns.end();
  }

  rewind(entries: readonly Entry[]): void {
    this.#load(entries);
    this.#unmet.clear();
    this.#forget();
  }

  #load(entries: readonly Entry[]): void {
    this.#history = entries.filter(({ key }) => !key.startsWith(THROWN_LINK));
    this.#places.clear();
    this.#history.forEach(({ kind, key }, place) => this.#places.set(entryId(kind, key), place));
    this.#reached.clear();
    this.#done.clear();
    this.#next = 0;
  }

  /** Drops everything that waits. */
  #forget(): void {
    [this.#events, this.#steps] = [[], []];
  }

  #isAllMet(): boolean {
    return this.#unmet.size === 0 && this.#askedAgain.size === 0;
  }

  #isReplayed(): boolean {
    return this.#next >= this.#history.length;
  }

  /** Gives recorded results in their order, as far as the run has reached them. */
  #advance(): void {
    if (this.#hasEnded) return;
    this.#passDone();
    for (let turn = this.#comeTo(); turn !== undefined; turn = this.#comeTo()) {
      if (turn.due && !turn.isDue) return this.#hold(turn.due);
      this.#reached.delete(this.#next);
      this.#next += 1;
      this.#passDone();
      this.#progress += 1;
      if (turn.due) this.#turns.takeHeld(turn.go);
      else this.#turns.take(turn.go);
    }
    this.#release();
  }

  #comeTo(): Reached | undefined {
    return this.#reached.get(this.#next);
  }

  #passDone(): void {
    while (this.#done.has(this.#next)) this.#next += 1;
  }

  /** Once everything recorded is given, gives new results; once every question is reached, lets new steps start. */
  #release(): void {
    if (!this.#isReplayed() || this.#hasEnded) return;
    this.#progress += this.#events.length;
    for (const event of this.#events.splice(0)) this.#give(event);
    if (!this.#isAllMet()) return;
    for (const go of this.#steps.splice(0)) go();
  }

  #give({ go, isHeld }: NewEvent): void {
    if (isHeld) this.#turns.takeHeld(go);
    else this.#turns.take(go);
  }

  #hold(due: Promise<void>): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    void this.#busyUntil(due).then(() => {
      this.#isHolding = false;
      this.#advance();
    });
  }

  async #busyUntil(due: Promise<void>): Promise<void> {
    const done = this.#activity.busy();
    await due;
    done();
  }
}

/** Waits in parts, so that the time in which a busy system does not run this process counts once at most. */
async function pause(ms: number): Promise<void> {
  for (let part = 0; part < PARTS; part++)
    await new Promise((resolve) => setTimeout(resolve, ms / PARTS));
}
