import { pause } from "../../../../internal/timeout.js";
import type { Store } from "../../../../store/index.js";
import { DurableFailure } from "../../../framework/durable-call.js";
import type { Settings } from "../../../options.js";
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
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #waiting = new Map<string, () => void>();

  constructor(store: Store, settings: Settings) {
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
    const { sealer, now } = this.#settings;
    const text = JSON.stringify({ at: now(), answer } satisfies Recorded);
    const kept = text.length > MAX_MESSAGE ? JSON.stringify({ at: now(), answer: TOO_LONG }) : text;
    const sealed = sealer.seal(kept, key);
    return persist(() => this.#store.putIfAbsent(key, sealed, { ttlMs, owner: user }));
  }

  /** Looks for the response to this request now, if one waits here. Returns whether one does. */
  wake(id: string): boolean {
    const look = this.#waiting.get(id);
    look?.();
    return look !== undefined;
  }

  /**
   * Waits for the response to a request; rejects with the reason of the signal when that aborts. At a deadline it looks once
   * more.
   */
  async wait({ id, session, signal }: Waiting): Promise<Answer> {
    const key = this.#key(session, id);
    for (let ms = LOOK_MS.least; ; ms = Math.min(2 * ms, LOOK_MS.most)) {
      const over = new AbortController();
      const look = (): void => over.abort();
      // Before the look at the store: what comes after it wakes.
      this.#waiting.set(id, look);
      signal.addEventListener("abort", look);
      try {
        const wasAborted = signal.aborted;
        // A store that fails now may work later.
        const sealed = await this.#store.get(key).catch(() => undefined);
        if (sealed !== undefined) {
          return (JSON.parse(this.#settings.sealer.open(sealed, key)) as Recorded).answer;
        }
        if (wasAborted) throw signal.reason;
        if (!signal.aborted) await pause(lookPause(ms, this.#waiting.size), over.signal);
        if (signal.aborted && !isDeadline(signal.reason)) throw signal.reason;
      } finally {
        signal.removeEventListener("abort", look);
        if (this.#waiting.get(id) === look) this.#waiting.delete(id);
      }
    }
  }

  /** Deletes a response that is in the journal. */
  async forget(id: string, session: string): Promise<void> {
    await this.#store.delete(this.#key(session, id));
  }

  #key(session: string, id: string): string {
    return `midcall:response:${this.#settings.sealer.name("answer", session, id)}`;
  }

  #keptMs(): number {
    const { timeoutMs = 600_000, stateTtlMs } = this.#settings;
    return timeoutMs + stateTtlMs;
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
