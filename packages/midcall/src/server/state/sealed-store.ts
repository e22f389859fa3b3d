import { RecordChangedError } from "../errors.js";
import type { NoteStore } from "./bounded-store.js";
import type { Sealer } from "./sealer.js";

/** How long a record is kept, and whom a store with limited space counts it for. */
export interface RecordLife {
  readonly ttlMs: number;
  /**
   * The user, whichever client they use, or `""` for all users nobody knows together. `undefined` only for a record of which there
   * is one for each replica.
   */
  readonly owner: string | undefined;
}

/**
 * Where a record lies: its key; or, while a secret is being replaced, its key under each secret of the ring, the newest first. Such a
 * record lies at one of them, whichever replica has put it there.
 */
export type Place = string | readonly [string, ...string[]];

/** The places of what lies beside a record. */
export function beside(place: Place, what: string): Place {
  if (typeof place === "string") return `${place}:${what}`;
  const [first, ...others] = place.map((one) => `${one}:${what}`);
  return [first!, ...others];
}

/**
 * The store as midcall's server uses it. Everything in it is sealed for its own place and kept for a limited time; a message says
 * nothing, and only wakes those who wait to look at the store.
 */
export class SealedStore {
  readonly #store: NoteStore;
  readonly #sealer: Sealer;

  constructor(store: NoteStore, sealer: Sealer) {
    this.#store = store;
    this.#sealer = sealer;
  }

  /** @throws RecordChangedError where something else lies there than what was sealed for this place */
  async get(place: Place): Promise<string | undefined> {
    if (typeof place === "string") return this.#get(place);
    for (const at of place) {
      const found = await this.#get(at);
      if (found !== undefined) return found;
    }
    // One that was moved in the meantime is at the first.
    return place.length === 1 ? undefined : this.#get(place[0]);
  }

  async put(place: Place, text: string, life: RecordLife): Promise<void> {
    const [first, ...others] = placesOf(place);
    await this.#store.put(first, this.#sealer.seal(text, first), optionsOf(life));
    for (const at of others) await this.#store.delete(at);
  }

  /**
   * Writes the record unless there is one; returns whether it did. While a secret is being replaced, two replicas may have different
   * names for the place, and at least one in common: who has put it at all of its names has put it there alone.
   */
  async putIfAbsent(place: Place, text: string, life: RecordLife): Promise<boolean> {
    return this.#putAtAll(place, (at) => this.#putAt(at, text, life));
  }

  /**
   * The same for a record that decides who goes on. A write that was refused, or that failed, may have got through all the same: what
   * is there is read, and counts if it is this text, which no other attempt may write. An attempt whose outcome is not known can be
   * repeated with the same text.
   *
   * @throws the error of the write, when it is not known whether it got through
   */
  async claim(place: Place, text: string, life: RecordLife): Promise<boolean> {
    return this.#putAtAll(place, async (at) => {
      const isNew = await this.#putAt(at, text, life).catch((error: unknown) => ({ error }));
      if (isNew === true) return true;
      const found = await this.#get(at).catch((error: unknown) => {
        throw isNew === false ? error : isNew.error;
      });
      if (found === undefined && isNew !== false) throw isNew.error;
      return found === text;
    });
  }

  async #putAtAll(place: Place, putAt: (at: string) => Promise<boolean>): Promise<boolean> {
    if (typeof place === "string") return putAt(place);
    if (place.length === 1) return putAt(place[0]);
    const taken: string[] = [];
    // All replicas go through them in the same order, so that one of several at once succeeds.
    for (const at of [...place].sort()) {
      if (!(await putAt(at))) {
        for (const one of taken) await this.#store.delete(one);
        return false;
      }
      taken.push(at);
    }
    for (const at of place.slice(1)) await this.#store.delete(at);
    return true;
  }

  #putAt(at: string, text: string, life: RecordLife): Promise<boolean> {
    return this.#store.putIfAbsent(at, this.#sealer.seal(text, at), optionsOf(life));
  }

  /** Deletes the record; returns whether there was one. */
  async delete(place: Place): Promise<boolean> {
    let existed = false;
    for (const at of placesOf(place)) existed = (await this.#store.delete(at)) || existed;
    return existed;
  }

  /** Wakes those who wait for something at this place. */
  async wake(place: Place): Promise<void> {
    for (const at of placesOf(place)) await this.#store.publish(at, "");
  }

  /** Calls the listener when there may be something new at this place, or for no reason. Resolves with the end of that. */
  async onWake(place: Place, listener: () => void): Promise<() => Promise<void>> {
    const places = placesOf(place);
    const hear = (): void => listener();
    if (places.length === 1) return this.#store.subscribe(places[0], hear);
    const stops = await Promise.all(places.map((at) => this.#store.subscribe(at, hear)));
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  }

  /** The same for those who look now and then all the same: a message that cannot be sent costs them time, and nobody anything else. */
  async tryWake(place: Place): Promise<void> {
    await this.wake(place).catch(() => {});
  }

  /** The same for a listener who looks now and then all the same. */
  async tryOnWake(place: Place, listener: () => void): Promise<() => Promise<void>> {
    return this.onWake(place, listener).catch(() => async () => {});
  }

  async #get(at: string): Promise<string | undefined> {
    const sealed = await this.#store.get(at);
    if (sealed === undefined) return undefined;
    try {
      return this.#sealer.open(sealed, at);
    } catch (cause) {
      throw new RecordChangedError(cause);
    }
  }
}

function placesOf(place: Place): readonly [string, ...string[]] {
  return typeof place === "string" ? [place] : place;
}

function optionsOf({ ttlMs, owner }: RecordLife): { ttlMs: number; owner?: string } {
  return owner === undefined ? { ttlMs } : { ttlMs, owner };
}
