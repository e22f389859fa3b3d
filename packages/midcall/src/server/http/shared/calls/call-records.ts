import type { Store } from "../../../../store/index.js";
import { LimitError } from "../../../errors.js";
import type { Settings } from "../../../options.js";
import { compactState, type CompactState, expandState } from "../../../state/codec.js";
import type { FlowState } from "../../../state/records.js";

/** A lease that nobody holds. */
export const NOBODY = "nobody:gone";

/** The request of a call, as another replica runs it again. */
export interface CallRequestMessage {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** A call in the store: who continues it, and from which state. */
export interface CallRecord {
  /** How often it has changed hands, from 1. */
  readonly epoch: number;
  /** The lease of its owner. */
  readonly lease: string;
  readonly request: CallRequestMessage;
  readonly state: FlowState;
}

interface Compact {
  readonly l: string;
  readonly r: CallRequestMessage;
  readonly s: CompactState;
  readonly x: number;
}

/** A record may be as large as so many states that travel through a client. */
const STATES = 8;

/**
 * The records of one call. Each owner writes to a key of its own epoch: what an earlier owner writes, who does not know yet
 * that it has lost the call, is read by nobody.
 */
export class CallRecords {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #place: string;
  readonly #owner: string;

  constructor(store: Store, settings: Settings, place: string, owner: string) {
    this.#store = store;
    this.#settings = settings;
    this.#place = place;
    this.#owner = owner;
  }

  /** The newest record. */
  async latest(): Promise<CallRecord | undefined> {
    let found: CallRecord | undefined;
    for (let epoch = 1; ; epoch++) {
      const key = this.#key(epoch);
      const sealed = await this.#store.get(key);
      if (sealed === undefined) return found;
      const { l, r, s, x } = JSON.parse(this.#settings.sealer.open(sealed, key)) as Compact;
      found = { epoch, lease: l, request: r, state: { ...expandState(s), expiresAt: x } };
    }
  }

  /** Writes the record of the epoch that the writer holds. @throws LimitError when it is too large */
  async put(record: CallRecord): Promise<void> {
    const [key, sealed, ttlMs] = this.#seal(record);
    await this.#store.put(key, sealed, { ttlMs, owner: this.#owner });
  }

  /** Takes the call for a new epoch. Of several that try, one succeeds. */
  take(record: CallRecord): Promise<boolean> {
    const [key, sealed, ttlMs] = this.#seal(record);
    return this.#store.putIfAbsent(key, sealed, { ttlMs, owner: this.#owner });
  }

  /** Deletes the records, the newest last, so that nobody takes an older one for it. */
  async remove(epoch: number): Promise<void> {
    for (let n = 1; n <= epoch; n++) await this.#store.delete(this.#key(n));
  }

  #seal({ epoch, lease, request, state }: CallRecord): readonly [string, string, number] {
    const { settings, key } = { settings: this.#settings, key: this.#key(epoch) };
    const time = settings.now();
    const last = Math.max(time, ...state.pending.map(({ answerBy }) => answerBy));
    const expiresAt = Math.max(last + settings.stateTtlMs, state.expiresAt ?? 0);
    const compact: Compact = { l: lease, r: request, s: compactState(state), x: expiresAt };
    const sealed = settings.sealer.seal(JSON.stringify(compact), key);
    const most = settings.limits.stateBytes * STATES;
    if (sealed.length > most) {
      throw new LimitError(
        `The record of this call has ${sealed.length} bytes, which is over the limit of ${most}. ` +
          "Return less from steps (a reference instead of the data), or raise limits.stateBytes.",
      );
    }
    return [key, sealed, Math.max(1, expiresAt - time)];
  }

  #key(epoch: number): string {
    return `${this.#place}:${epoch}`;
  }
}
