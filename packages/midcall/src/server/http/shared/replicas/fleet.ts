import type { Settings } from "../../../options.js";
import type { SealedStore } from "../../../state/sealed-store.js";
import { nameById } from "../../../state/sealer.js";
import { Answers } from "./answers.js";
import { CallRecords } from "../calls/call-records.js";
import { EventLog } from "../events/event-log.js";
import { Resumptions } from "../events/resumptions.js";
import { Presence } from "./presence.js";
import { createRareWarnings } from "./rare-warnings.js";

/** One replica among those that share sessions: the store, the sign of life, and what wakes the others. */
export class Fleet {
  readonly store: SealedStore;
  readonly settings: Settings;
  readonly presence: Presence;
  readonly answers: Answers;
  /** The clients that read the events of a call again on this replica. */
  readonly readers: Set<object> = new Set();
  readonly resumptions: Resumptions = new Resumptions();
  /** Where claims of calls lie, or may lie, that this replica is about to give up. */
  readonly givingUp: Set<string> = new Set();
  readonly #warn: (what: string, error: unknown) => void;
  #isClosed = false;

  constructor(store: SealedStore, settings: Settings, leaseMs: number) {
    this.store = store;
    this.settings = settings;
    this.#warn = createRareWarnings(settings.logger);
    this.presence = new Presence(store, leaseMs, this.#warn);
    this.answers = new Answers(store, settings);
  }

  /** Calls the listener when there may be something new in a session of these replicas. Resolves with the end of that. */
  onWake(session: string, listener: () => void): Promise<() => Promise<void>> {
    return this.store.onWake(newsOf(session), listener);
  }

  /** Wakes the replicas that serve a session. What fails is seen later, by those who look for it. */
  async wake(session: string): Promise<void> {
    await this.store.wake(newsOf(session)).catch((error: unknown) => {
      this.warn("could not wake another replica", error);
    });
  }

  /**
   * The events of a call in this session.
   *
   * @param session - names the session and its owner, so that nobody else finds them
   * @param callKey - see `callKeyOf`
   */
  log(session: string, callKey: string, user: string): EventLog {
    const place = `midcall:events:${nameById(session, "log", callKey)}`;
    return new EventLog(this.store, place, user);
  }

  records(session: string, callKey: string, user: string): CallRecords {
    const place = `midcall:run:${nameById(session, "run", callKey)}`;
    return new CallRecords(this.store, this.settings, place, user);
  }

  /** Warns, at most once a minute, that something has failed: one of a few fixed texts. */
  warn(what: string, error: unknown): void {
    if (!this.#isClosed) this.#warn(what, error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.presence.close().catch(() => {});
  }
}

const newsOf = (session: string): string => `midcall:session:${nameById(session, "news")}:news`;
