import type { Settings } from "../../../options.js";
import { compactState, type CompactState, expandState } from "../../../state/codec.js";
import { assertStateSize } from "../../../state/record-size.js";
import type { FlowState } from "../../../state/records.js";
import { expiryOf } from "../../../state/request-state.js";
import type { SealedStore } from "../../../state/sealed-store.js";
import { randomName } from "../replicas/ids.js";

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
  readonly n?: string | undefined;
  /** By which a claim knows its own record again. */
  readonly m?: string;
  readonly x: number;
}

/** One attempt to take a call for a new epoch. Both can be repeated where the store fails. */
export interface CallClaim {
  /** Where it is written. */
  readonly place: string;
  /** Of several claims of an epoch, one succeeds. @returns whether it was this one, whose record is known again */
  take(): Promise<boolean>;
  /** Leaves the call to whoever claims it next, whether or not this claim got through, or gets through later. */
  giveUp(): Promise<void>;
}

/**
 * The records of one call. Each owner writes to a key of its own epoch: what an earlier owner writes, who does not know yet
 * that it has lost the call, is read by nobody.
 */
export class CallRecords {
  readonly #store: SealedStore;
  readonly #settings: Settings;
  readonly #place: string;
  readonly #owner: string;

  constructor(store: SealedStore, settings: Settings, place: string, owner: string) {
    this.#store = store;
    this.#settings = settings;
    this.#place = place;
    this.#owner = owner;
  }

  /** The newest record. */
  async latest(): Promise<CallRecord | undefined> {
    let found: CallRecord | undefined;
    for (let epoch = 1; ; epoch++) {
      const text = await this.#store.get(this.#key(epoch));
      if (text === undefined) return found;
      const { l, r, s, n, x } = JSON.parse(text) as Compact;
      const state = { ...expandState(s), expiresAt: x, ...(n !== undefined && { savedAs: n }) };
      found = { epoch, lease: l, request: r, state };
    }
  }

  /** Writes the record of the epoch that the writer holds. @throws LimitError when it is too large */
  async put(record: CallRecord): Promise<void> {
    const [key, text, ttlMs] = this.#write(record);
    await this.#store.put(key, text, { ttlMs, owner: this.#owner });
  }

  /** @param record - of a new epoch @throws LimitError when it is too large */
  claim(record: CallRecord): CallClaim {
    const store = this.#store;
    const [key, text, ttlMs] = this.#write(record, randomName());
    const nobodys = this.#write({ ...record, lease: NOBODY }, randomName())[1];
    const life = { ttlMs, owner: this.#owner };
    return {
      place: key,
      take: () => store.claim(key, text, life),
      async giveUp() {
        if (await store.claim(key, nobodys, life)) return;
        // Nobody else writes where this claim did.
        if ((await store.get(key)) === text) await store.put(key, nobodys, life);
      },
    };
  }

  /** Deletes the records, the newest last, so that nobody takes an older one for it. */
  async remove(epoch: number): Promise<void> {
    for (let n = 1; n <= epoch; n++) await this.#store.delete(this.#key(n));
  }

  #write(
    { epoch, lease, request, state }: CallRecord,
    mark?: string,
  ): readonly [string, string, number] {
    const { settings, key } = { settings: this.#settings, key: this.#key(epoch) };
    const time = settings.now();
    const x = expiryOf(state, settings);
    const compact: Compact = {
      ...{ l: lease, r: request, s: compactState(state), n: state.savedAs, x },
      ...(mark !== undefined && { m: mark }),
    };
    const text = JSON.stringify(compact);
    assertStateSize("The record of this call", text, settings);
    return [key, text, Math.max(1, x - time)];
  }

  #key(epoch: number): string {
    return `${this.#place}:${epoch}`;
  }
}
