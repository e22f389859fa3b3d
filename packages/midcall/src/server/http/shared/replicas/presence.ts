import { unref } from "../../../../internal/unref.js";
import { StoreFailedError } from "../../../errors.js";
import type { SealedStore } from "../../../state/sealed-store.js";
import { randomName } from "./ids.js";

/** How long what was seen of another replica counts as current, in milliseconds, or as a part of the lease. */
const SEEN_MS = 500;
const SEEN_PART = 1 / 6;

/**
 * The sign of life of this replica in the store, which is the lease of all its calls: while it lasts, no other replica
 * continues one of them. It is renewed at a third of its life, so that one renewal may fail.
 *
 * A replica whose sign of life has run out, because the store or the process stood still, comes back under another
 * term: its calls have to be claimed again, as any other replica might have.
 */
export class Presence {
  /** Names this replica as long as it runs. */
  readonly replica: string = randomName(8);
  readonly #store: SealedStore;
  readonly #leaseMs: number;
  readonly #warn: (what: string, error: unknown) => void;
  readonly #held = new Set<Held>();
  readonly #seen = new Map<
    string,
    { readonly at: number; readonly term: Promise<string | undefined> }
  >();
  /** The newest sign of life of each other replica, by its number, and since when it was the newest. */
  readonly #newest = new Map<string, { readonly number: number; readonly since: number }>();
  #term = randomName(6);
  #renewals = 0;
  /** By the clock that only goes forward. */
  #validUntil = -Infinity;
  #renewing: Promise<void> | undefined;
  /** Whether its calls are being claimed again under a new term. */
  #isReclaiming = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(store: SealedStore, leaseMs: number, warn: (what: string, error: unknown) => void) {
    this.#store = store;
    this.#leaseMs = leaseMs;
    this.#warn = warn;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  /** The lease that calls of this replica are held under now. */
  get lease(): string {
    return `${this.replica}:${this.#term}`;
  }

  /** Keeps the sign of life up for a call, until it is released. */
  hold(call: Held): void {
    this.#held.add(call);
    this.#schedule();
  }

  release(call: Held): void {
    this.#held.delete(call);
    if (this.#held.size === 0) this.#stop();
  }

  /**
   * Resolves when the lease is valid. Its term may be another one afterwards: the calls have been told.
   *
   * @throws when the store fails, or this replica is closed
   */
  async ensure(): Promise<void> {
    if (this.#isValid() && !this.#isReclaiming) return;
    await this.#renew();
    if (!this.#isValid())
      throw new StoreFailedError(
        new Error("The lease of this replica could not be renewed in time."),
      );
  }

  /** Whether a lease still holds. Another replica's is looked up at most twice a second. */
  async isAlive(lease: string): Promise<boolean> {
    const [replica = "", term] = lease.split(":");
    if (replica === this.replica) return term === this.#term && !this.#isClosed;
    return (await this.#termOf(replica)) === term;
  }

  /** Whether a replica shows any sign of life. */
  async isPresent(replica: string): Promise<boolean> {
    if (replica === this.replica) return !this.#isClosed;
    return (await this.#termOf(replica)) !== undefined;
  }

  /** Gives all leases up at once. Nothing is renewed afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    this.#held.clear();
    await this.#renewing?.catch(() => {});
    const wasShown = this.#validUntil > -Infinity;
    this.#validUntil = -Infinity;
    if (wasShown) await this.#store.delete(presenceKey(this.replica));
  }

  #isValid(): boolean {
    return !this.#isClosed && performance.now() < this.#validUntil;
  }

  #termOf(replica: string): Promise<string | undefined> {
    const now = performance.now();
    const seen = this.#seen.get(replica);
    if (seen !== undefined && now - seen.at < Math.min(SEEN_MS, this.#leaseMs * SEEN_PART))
      return seen.term;
    if (this.#seen.size > 1_000) {
      this.#seen.clear();
      this.#newest.clear();
    }
    const term = this.#store
      .get(presenceKey(replica))
      .then((sign) => (sign === undefined ? undefined : this.#read(replica, sign)));
    this.#seen.set(replica, { at: now, term });
    // What could not be read is read again.
    term.catch(() => this.#seen.delete(replica));
    return term;
  }

  /** The term of a sign of life. An old one, put back by somebody who can write to the store, keeps no call waiting for ever. */
  #read(replica: string, text: string): string | undefined {
    const { term, number, lifeMs } = JSON.parse(text) as Sign;
    const now = performance.now();
    const newest = this.#newest.get(replica);
    if (newest !== undefined && number <= newest.number)
      return now - newest.since < lifeMs ? term : undefined;
    this.#newest.set(replica, { number, since: now });
    return term;
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    if (this.#isClosed) throw new Error("This replica is closed.");
    const wasValid = this.#isValid();
    const isNew = this.#validUntil === -Infinity;
    if (!wasValid && !isNew) this.#term = randomName(6);
    const since = performance.now();
    this.#renewals += 1;
    const sign: Sign = { term: this.#term, number: this.#renewals, lifeMs: this.#leaseMs };
    await this.#store.put(presenceKey(this.replica), JSON.stringify(sign), {
      ttlMs: this.#leaseMs,
      // There is one for each replica.
      owner: undefined,
    });
    if (this.#isClosed) return;
    // From before it was sent: the store counts from later.
    this.#validUntil = since + this.#leaseMs;
    if (wasValid || isNew) return;
    this.#isReclaiming = true;
    // A call that cannot be claimed now is given up by itself.
    await Promise.all([...this.#held].map((call) => call.reclaim())).finally(
      () => (this.#isReclaiming = false),
    );
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    const dueIn = this.#validUntil - (this.#leaseMs * 2) / 3 - performance.now();
    // Before the first call is saved there is nothing to renew.
    this.#timer = setTimeout(
      () => void this.#renewInTime(),
      this.#validUntil === -Infinity ? this.#leaseMs / 3 : Math.max(0, dueIn),
    );
    unref(this.#timer);
  }

  async #renewInTime(): Promise<void> {
    try {
      await this.#renew();
    } catch (error) {
      if (this.#isClosed) return;
      this.#warn(
        "the lease of this replica's calls could not be renewed, and is tried again",
        error,
      );
      await new Promise<void>((resolve) => unref(setTimeout(resolve, this.#leaseMs / 10)));
    }
    this.#timer = undefined;
    if (this.#held.size > 0) this.#schedule();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** A sign of life, as JSON. */
interface Sign {
  readonly term: string;
  /** The signs of one replica are counted, so that none counts for longer than it lives. */
  readonly number: number;
  readonly lifeMs: number;
}

/** A call whose lease is this replica's. */
export interface Held {
  /** The lease had run out: claims the call again, or gives it up. Does not throw. */
  reclaim(): Promise<void>;
}

const presenceKey = (replica: string): string => `midcall:replica:${replica}`;
