import { pause } from "../../../../internal/timeout.js";
import { DurableFailure } from "../../../framework/durable-call.js";
import type { Settings } from "../../../options.js";
import type { SealedStore } from "../../../state/sealed-store.js";
import { nameById } from "../../../state/sealer.js";
import { MAX_MESSAGE } from "../events/event-log.js";
import type { SessionIdentity } from "../session-identity.js";
import type { SessionIds } from "./ids.js";
import { lookPause } from "./look-pause.js";
import { persist } from "./persist.js";

/** A response of the host, as it came. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A response that came. */
export interface Arrived {
  readonly id: string;
  readonly answer: Answer;
}

/** What a waiting request needs to know its response by. */
export interface Waiting {
  readonly id: string;
  /** Names the session and its owner. A response that came in another session is another one's. */
  readonly session: string;
  readonly signal: AbortSignal;
  /** Until when its call can be gone on with as it is now, in ms since 1970. Default: as long as a call may wait. */
  readonly usableUntil?: () => number;
  /** Called with the time at which the response came, in ms since 1970. */
  readonly onCame?: ((at: number) => void) | undefined;
}

/** The shortest and the longest pause between two looks, in case a message was lost, in milliseconds. */
const LOOK_MS = { least: 1_000, most: 5_000 };

/** The value of a record, as JSON. */
interface Recorded {
  /** When it came, in ms since 1970. */
  readonly at: number;
  readonly answer: Answer;
}

/**
 * The responses of hosts to the requests of all replicas. A response is in the store before it is confirmed; the first one
 * counts. A message only wakes the replica that waits, which looks now and then even without one.
 */
export class Answers {
  readonly #store: SealedStore;
  readonly #settings: Settings;
  readonly #waiting = new Map<string, { readonly look: () => void; readonly of: Waiting }>();

  constructor(store: SealedStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  /**
   * Keeps a response. Returns whether it is the first one.
   *
   * @param ttlMs - default: as long as a call may wait for it
   * @throws StoreFailedError
   */
  async keep(
    { id, answer }: Arrived,
    { name, user }: Pick<SessionIdentity, "name" | "user">,
    ttlMs: number = this.#keptMs(),
  ): Promise<boolean> {
    const key = this.#key(name, id);
    const { now } = this.#settings;
    const text = JSON.stringify({ at: now(), answer } satisfies Recorded);
    const kept = text.length > MAX_MESSAGE ? JSON.stringify({ at: now(), answer: TOO_LONG }) : text;
    return persist(() => this.#store.putIfAbsent(key, kept, { ttlMs, owner: user }));
  }

  /** Wakes whoever waits for the response to this request, in whichever replica. */
  tell(id: string, session: string): Promise<void> {
    return this.#store.wake(this.#key(session, id));
  }

  /** Until when the response to this request can be used, in ms since 1970, if it is waited for here. */
  awaitedUntil(id: string): number | undefined {
    const waiting = this.#waiting.get(id);
    return waiting && (waiting.of.usableUntil?.() ?? this.usableUntil());
  }

  /** Until when a response can be used that comes now, of which no record of a call says more, in ms since 1970. */
  usableUntil(): number {
    return this.#settings.now() + this.#keptMs();
  }

  /** Notes that a request waits for its response which no record of a call names. */
  async open(id: string, { name, user }: Pick<SessionIdentity, "name" | "user">): Promise<void> {
    await this.#store.put(this.#openAt(name, id), "", { ttlMs: this.#keptMs(), owner: user });
  }

  /** Whether that was noted, by whichever replica. */
  async isOpen(id: string, session: string): Promise<boolean> {
    return (await persist(() => this.#store.get(this.#openAt(session, id)))) !== undefined;
  }

  /** It does not wait any more. */
  async close(id: string, session: string): Promise<void> {
    await this.#store.delete(this.#openAt(session, id));
  }

  /** Looks for the response to this request now, if one waits here. Returns whether one does. */
  wake(id: string): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.look();
    return waiting !== undefined;
  }

  /**
   * Waits for the response to a request; rejects with the reason of the signal when that aborts. At a deadline it looks once
   * more.
   */
  async wait(waiting: Waiting): Promise<Answer> {
    const { id, session, signal } = waiting;
    const wake = (): void => void this.wake(id);
    const hearing = this.#store.onWake(this.#key(session, id), wake);
    // One that begins late may have missed something.
    hearing.then(wake, () => {});
    try {
      // Before the look at the store: what comes after it wakes. Without it, the store is looked at now and then.
      await forAWhile(hearing, signal).catch(() => {});
      return await this.#look(waiting);
    } finally {
      hearing.then((stop) => stop()).catch(() => {});
    }
  }

  async #look(of: Waiting): Promise<Answer> {
    const { id, session, signal } = of;
    const key = this.#key(session, id);
    for (let ms = LOOK_MS.least; ; ms = Math.min(2 * ms, LOOK_MS.most)) {
      const over = new AbortController();
      const look = (): void => over.abort();
      // Before the look at the store: what comes after it wakes.
      this.#waiting.set(id, { look, of });
      signal.addEventListener("abort", look);
      try {
        const wasAborted = signal.aborted;
        // A store that fails now may work later, and one that was changed is without an answer.
        const text = await this.#store.get(key).catch(() => undefined);
        if (text !== undefined) {
          const { at, answer } = JSON.parse(text) as Recorded;
          of.onCame?.(at);
          return answer;
        }
        if (wasAborted) throw signal.reason;
        if (!signal.aborted) await pause(lookPause(ms, this.#waiting.size), over.signal);
        if (signal.aborted && !isDeadline(signal.reason)) throw signal.reason;
      } finally {
        signal.removeEventListener("abort", look);
        if (this.#waiting.get(id)?.look === look) this.#waiting.delete(id);
      }
    }
  }

  /** Deletes a response that is in the journal. */
  async forget(id: string, session: string): Promise<void> {
    await this.#store.delete(this.#key(session, id));
  }

  #key(session: string, id: string): string {
    return `midcall:response:${nameById(session, "answer", id)}`;
  }

  #openAt(session: string, id: string): string {
    return `${this.#key(session, id)}:open`;
  }

  #keptMs(): number {
    const { timeoutMs = 600_000, stateTtlMs } = this.#settings;
    return timeoutMs + stateTtlMs;
  }
}

/** Waits for this for a while, or until the signal aborts. */
async function forAWhile(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    await Promise.race([work, pause(LOOK_MS.least, over.signal)]);
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof DurableFailure && reason.reason === "deadline";
}

const TOO_LONG: Answer = {
  error: { code: -32_600, message: `The response has more than ${MAX_MESSAGE} bytes.` },
};

/** A message of a host that is a response to a request of the server's in this session. */
export function readResponse(message: unknown, ids: SessionIds): Arrived | undefined {
  const { id, method, result, error } = (message ?? {}) as Record<string, unknown>;
  if (method !== undefined || ids.readRequest(id) === undefined) return undefined;
  return { id: id as string, answer: error === undefined ? { result } : { error } };
}
