import { createHmac, randomBytes } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Store } from "../../store/index.js";

/** Rate limits. */
export interface Attempts {
  /** Counts a request from an address, in this process. Returns the seconds to wait, or `undefined` if there is no need to. */
  byAddress(address: string | undefined): Promise<number | undefined>;
  /**
   * Counts an attempt at one link, across all processes. Returns the seconds to wait, or `undefined`.
   *
   * @param owner - The user whose link it is, and whom the store counts the attempts for; `undefined` if the link does not
   * exist. Attempts at such links have the same limit but are counted in this process, in a fixed amount of memory: made-up
   * links cannot fill the store, and cannot be distinguished from real ones.
   */
  byLink(id: string, owner: string | undefined): Promise<number | undefined>;
}

const WINDOW_MS = 60_000;

/** @param perAddress - Requests per minute. @param perLink - Attempts per minute. */
export function createAttempts(
  store: Store,
  now: () => number,
  perAddress: number,
  perLink: number,
): Attempts {
  const windowOf = (): number => Math.floor(now() / WINDOW_MS);
  const rest = (window: number): number => ((window + 1) * WINDOW_MS - now()) / 1000;
  const isOver = countAddresses(perAddress);
  const isOverForUnknown = countAddresses(perLink);

  return {
    async byAddress(address) {
      if (perAddress === Infinity || address === undefined) return undefined;
      const window = windowOf();
      return (await isOver(network(address), window)) ? rest(window) : undefined;
    },
    async byLink(id, owner) {
      const window = windowOf();
      if (owner === undefined)
        return (await isOverForUnknown(id, window)) ? rest(window) : undefined;
      // One slot per attempt: a shared counter that needs only the atomic operation every store has.
      for (let slot = 0; slot < perLink; slot++) {
        const key = `midcall:page:try:${id}:${window}:${slot}`;
        if (await store.putIfAbsent(key, "1", { ttlMs: 2 * WINDOW_MS, owner })) return undefined;
      }
      return rest(window);
    },
  };
}

/** Counters per address, and counters per row; their product bounds the memory. */
const ROWS = 4;
const COUNTERS = 4096;

/**
 * Returns a function that counts an address and tells whether it is over the limit in a window of time. There are too
 * many addresses for a counter each, so this is a count-min sketch: an address increments four counters that it shares
 * with others, and is over the limit when all four are. No address is ever evicted, and one is limited wrongly only if
 * addresses over the limit share all its counters. Which counters those are depends on a random key of this process.
 */
function countAddresses(points: number): (address: string, window: number) => Promise<boolean> {
  const key = randomBytes(32);
  let current: number | undefined;
  let counts: RateLimiterMemory;

  return async (address, window) => {
    if (window !== current) {
      current = window;
      // Without a duration a counter needs no timer: all counters are dropped together with their window.
      counts = new RateLimiterMemory({ points, duration: 0 });
    }
    const hash = createHmac("sha256", key).update(address).digest();
    const added = Array.from({ length: ROWS }, (_, row) =>
      counts.consume(`${row}:${hash.readUInt16BE(2 * row) % COUNTERS}`),
    );
    const results = await Promise.allSettled(added);
    return results.every(({ status }) => status === "rejected");
  };
}

/** The unit an address is counted by. IPv6 addresses are counted by their /64, as one customer has many. */
function network(address: string): string {
  const plain = address.toLowerCase().split("%")[0]!.slice(0, 64);
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain);
  if (mapped) return mapped[1]!;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}
