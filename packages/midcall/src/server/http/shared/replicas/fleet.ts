import type { Store } from "../../../../store/index.js";
import type { Settings } from "../../../options.js";
import { Answers } from "./answers.js";
import { CallRecords } from "../calls/call-records.js";
import { EventLog } from "../events/event-log.js";
import { Resumptions } from "../events/resumptions.js";
import { Presence } from "./presence.js";
import { createRareWarnings } from "./rare-warnings.js";

/** What one replica tells another. It only wakes: what has to be known is in the store. */
interface News {
  /** A response has come for this request. */
  readonly answer?: string;
  /** A client reads the events of this call elsewhere. */
  readonly reads?: string;
  /** The session of the call, by its name. */
  readonly session?: string;
  /** This session has been ended, by that replica. */
  readonly ended?: string;
  readonly by?: string;
}

/** What this replica does on news from others. */
export interface NewsListener {
  reads(session: string, callId: string): void;
  ended(sessionId: string): void;
}

/** The channel that every replica listens to. */
const ALL = "midcall:replicas";

/** One replica among those that share sessions: the store, the sign of life, and messages to the others. */
export class Fleet {
  readonly store: Store;
  readonly settings: Settings;
  readonly presence: Presence;
  readonly answers: Answers;
  /** The clients that read the events of a call again on this replica. */
  readonly readers: Set<object> = new Set();
  readonly resumptions: Resumptions = new Resumptions();
  #listener: NewsListener | undefined;
  #listening: Promise<void> | undefined;
  readonly #stopListening: (() => Promise<void>)[] = [];
  readonly #heirOf = new Set<string>();
  readonly #warn: (what: string, error: unknown) => void;
  #isClosed = false;

  constructor(store: Store, settings: Settings, leaseMs: number) {
    this.store = store;
    this.settings = settings;
    this.#warn = createRareWarnings(settings.logger);
    this.presence = new Presence(store, leaseMs, this.#warn);
    this.answers = new Answers(store, settings);
  }

  /** Begins to listen to the other replicas. It is tried again with the next session if it fails. */
  async listen(listener: NewsListener): Promise<void> {
    this.#listener = listener;
    this.#listening ??= Promise.all([
      this.#subscribe(inboxOf(this.presence.replica)),
      this.#subscribe(ALL),
    ]).then(() => undefined);
    await this.#listening.catch((error: unknown) => {
      this.#listening = undefined;
      this.warn("could not listen to the other replicas", error);
    });
  }

  /** Listens to what is told a replica that is gone, as this one has taken over one of its calls. */
  async inherit(replica: string): Promise<void> {
    if (replica === this.presence.replica || this.#heirOf.has(replica)) return;
    this.#heirOf.add(replica);
    await this.#subscribe(inboxOf(replica)).catch((error: unknown) => {
      this.#heirOf.delete(replica);
      this.warn("could not listen for a replica that is gone", error);
    });
  }

  /** Tells a replica something, or all of them. What fails is seen later, by those who look for it. */
  async tell(replica: string | undefined, news: News): Promise<void> {
    if (replica === this.presence.replica) return this.#hear(news);
    try {
      await this.store.publish(
        replica === undefined ? ALL : inboxOf(replica),
        JSON.stringify(news),
      );
    } catch (error) {
      this.warn("could not tell another replica", error);
    }
  }

  /**
   * The events of a call in this session.
   *
   * @param session - names the session and its owner, so that nobody else finds them
   * @param callKey - see `callKeyOf`
   */
  log(session: string, callKey: string, user: string): EventLog {
    const { sealer } = this.settings;
    const place = `midcall:events:${sealer.name("log", session, callKey)}`;
    return new EventLog(this.store, sealer, place, user);
  }

  records(session: string, callKey: string, user: string): CallRecords {
    const place = `midcall:run:${this.settings.sealer.name("run", session, callKey)}`;
    return new CallRecords(this.store, this.settings, place, user);
  }

  /** Warns, at most once a minute, that something has failed: one of a few fixed texts. */
  warn(what: string, error: unknown): void {
    if (!this.#isClosed) this.#warn(what, error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#listening?.catch(() => {});
    const closing = [this.presence.close(), ...this.#stopListening.map((stop) => stop())];
    await Promise.all(closing.map((one) => one.catch(() => {})));
  }

  async #subscribe(channel: string): Promise<void> {
    const stop = await this.store.subscribe(channel, (message) => {
      try {
        this.#hear(JSON.parse(message) as News);
      } catch {
        // Not from a replica of this version.
      }
    });
    this.#stopListening.push(stop);
  }

  #hear({ answer, reads, session, ended, by }: News): void {
    if (this.#isClosed) return;
    if (answer !== undefined) this.answers.wake(answer);
    if (reads !== undefined && session !== undefined) this.#listener?.reads(session, reads);
    if (ended !== undefined && by !== this.presence.replica) this.#listener?.ended(ended);
  }
}

const inboxOf = (replica: string): string => `midcall:replica:${replica}:inbox`;
