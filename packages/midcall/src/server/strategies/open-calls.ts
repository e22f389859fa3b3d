import { Buffer } from "node:buffer";
import { RecordChangedError } from "../errors.js";
import type { Settings } from "../options.js";
import { digest } from "../state/canonical-json.js";
import type { FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";
import type { Place, RecordLife, SealedStore } from "../state/sealed-store.js";
import type { Sealer } from "../state/sealer.js";
import { mostOpen, tooManyOpen } from "./limits.js";

/** A call that is counted, by its random name and the places it has. */
export type CountedCall = Pick<FlowState, "flow" | "places">;

/**
 * Counts the calls of one user that have asked and are not over, wherever they ask: each has one place of those that the user has, from
 * its first question to its end. Its state says which, so that only the call itself keeps it for longer and gives it back.
 */
export class OpenCalls {
  readonly #settings: Settings;
  readonly #user: Pick<Binding, "server" | "principal">;
  readonly #counts: readonly Places[];

  /**
   * @param owner See `ownerOf`. The calls of one session whose user nobody knows are no more than those of one user. `undefined`
   *   outside of sessions.
   */
  constructor(settings: Settings, user: Pick<Binding, "server" | "principal">, owner?: string) {
    const { callStore, sealer, limits } = settings;
    const { server, principal } = user;
    const placesOf = (most: number, ...of: string[]): Places =>
      new Places(callStore, sealer, ["open calls", server, ...of], most);
    this.#settings = settings;
    this.#user = user;
    this.#counts = [
      placesOf(mostOpen(user, settings), "user", principal ?? ""),
      ...(principal === undefined && owner !== undefined
        ? [placesOf(limits.openQuestions, "session", owner)]
        : []),
    ];
  }

  /**
   * Counts the call, or counts it for longer. One that was counted before goes on in any case: however many are open, an answer is
   * taken.
   *
   * @param ttlMs How long it can still go on, in milliseconds.
   * @returns its places, for its state; `undefined` where there is no limit
   * @throws LimitError when there are too many
   */
  async begin(call: CountedCall, ttlMs: number): Promise<FlowState["places"]> {
    const { flow, places: before } = call;
    const life = this.#life(ttlMs);
    const places: number[] = [];
    for (const [n, count] of this.#counts.entries()) {
      const place = (await count.keep(flow, before?.[n], life)) ?? (await count.take(flow, life));
      if (place === undefined && before === undefined) {
        await this.end({ flow, places });
        throw tooManyOpen(this.#user, this.#settings);
      }
      places.push(place ?? before![n] ?? NOWHERE);
    }
    return places.every((place) => place === NOWHERE) ? undefined : places;
  }

  /** Counts the call for longer, if it is counted. */
  async keep({ flow, places }: CountedCall, ttlMs: number): Promise<void> {
    for (const [n, count] of this.#counts.entries())
      await count.keep(flow, places?.[n], this.#life(ttlMs));
  }

  /** The call is over. A place that cannot be given back expires. */
  async end({ flow, places }: CountedCall): Promise<void> {
    for (const [n, count] of this.#counts.entries())
      await count.giveBack(flow, places?.[n]).catch(() => {});
  }

  #life(ttlMs: number): RecordLife {
    return { ttlMs: Math.max(1, ttlMs), owner: this.#user.principal ?? "" };
  }
}

/** Stands for a place where none is needed. */
const NOWHERE = -1;

/** Places tried before a user counts as having too many calls: enough to come close to the limit. */
const MAX_TRIES = 16;

/** A shared count that needs only the operations every store has: each call writes its name to one of so many places. */
class Places {
  readonly #store: SealedStore;
  readonly #sealer: Sealer;
  readonly #of: readonly string[];
  readonly #most: number;

  /** @param of - whose calls are counted */
  constructor(store: SealedStore, sealer: Sealer, of: readonly string[], most: number) {
    this.#store = store;
    this.#sealer = sealer;
    this.#of = of;
    this.#most = most;
  }

  /** Takes a place; `undefined` if none of those that were tried is free. */
  async take(flow: string, life: RecordLife): Promise<number | undefined> {
    if (this.#most === Infinity) return NOWHERE;
    const start = Buffer.from(digest(`place ${flow}`), "base64url").readUIntBE(0, 6);
    for (let n = 0; n < Math.min(MAX_TRIES, this.#most); n++) {
      const place = (start + n) % this.#most;
      const isTaken = await this.#store
        .putIfAbsent(this.#at(place), flow, life)
        .catch(async (error: unknown) => {
          // It may have got through all the same.
          if (await this.#isOf(flow, place)) return true;
          throw error;
        });
      if (isTaken) return place;
    }
    return undefined;
  }

  /** Keeps a place for longer; `undefined` if the call does not have it. */
  async keep(
    flow: string,
    place: number | undefined,
    life: RecordLife,
  ): Promise<number | undefined> {
    if (place === undefined || !(await this.#isOf(flow, place))) return undefined;
    await this.#store.put(this.#at(place), flow, life);
    return place;
  }

  /** Gives back the place of this call, and of no other. */
  async giveBack(flow: string, place: number | undefined): Promise<void> {
    if (place !== undefined && (await this.#isOf(flow, place)))
      await this.#store.delete(this.#at(place));
  }

  async #isOf(flow: string, place: number): Promise<boolean> {
    if (place === NOWHERE) return false;
    const found = await this.#store.get(this.#at(place)).catch((error: unknown) => {
      // One that somebody has changed is not known to be that of any call.
      if (error instanceof RecordChangedError) return undefined;
      throw error;
    });
    return found === flow;
  }

  /** The same place under each secret of the ring, so that all replicas count together. */
  #at(place: number): Place {
    const [first, ...others] = this.#sealer
      .names(...this.#of)
      .map((name) => `midcall:open:${name}:${place}`);
    return [first!, ...others];
  }
}
