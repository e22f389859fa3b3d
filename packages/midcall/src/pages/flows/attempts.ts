import { createHmac, randomBytes } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Store } from "../../store/index.js";

/** How often somebody may try. */
export interface Attempts {
  /** Counts a request of an address, in this process. Seconds to wait, or nothing. */
  byAddress(address: string | undefined): Promise<number | undefined>;
  /**
   * Counts a try at one link, in the whole fleet. Seconds to wait, or nothing.
   *
   * @param exists - Whether there is such a link. For one that is none the same number of tries is counted in this
   * process, in a fixed amount of memory: made-up links fill no store, and cannot be told from others.
   */
  byLink(id: string, exists?: boolean): Promise<number | undefined>;
}

const WINDOW_MS = 60_000;

/** @param perAddress Requests a minute. @param perLink Tries a minute. */
export function createAttempts(
  store: Store,
  now: () => number,
  perAddress: number,
  perLink: number,
): Attempts {
  const windowOf = (): number => Math.floor(now() / WINDOW_MS);
  const rest = (window: number): number => ((window + 1) * WINDOW_MS - now()) / 1000;
  const isOver = countAddresses(perAddress);
  const isOverNothing = countAddresses(perLink);

  return {
    async byAddress(address) {
      if (perAddress === Infinity || address === undefined) return undefined;
      const window = windowOf();
      return (await isOver(network(address), window)) ? rest(window) : undefined;
    },
    async byLink(id, exists = true) {
      const window = windowOf();
      if (!exists) return (await isOverNothing(id, window)) ? rest(window) : undefined;
      // One slot a try: a shared count without any operation but the atomic one every store has.
      for (let slot = 0; slot < perLink; slot++) {
        const key = `midcall:page:try:${id}:${window}:${slot}`;
        if (await store.putIfAbsent(key, "1", { ttlMs: 2 * WINDOW_MS })) return undefined;
      }
      return rest(window);
    },
  };
}

/** Counts an address has, and counts in each place; together the most that is ever kept. */
const PLACES = 4;
const COUNTS = 4096;

/**
 * Whether an address has been there too often in a window of time. No address has a count of its own, as
 * there are more of them than anybody can remember: each adds to four that it shares with others, and is over the
 * limit when all four are. So none is ever forgotten, and a stranger's address suffers only where others over
 * the limit share all its counts; which ones it has is a secret of this process.
 */
function countAddresses(points: number): (address: string, window: number) => Promise<boolean> {
  const key = randomBytes(32);
  let current: number | undefined;
  let counts: RateLimiterMemory;

  return async (address, window) => {
    if (window !== current) {
      current = window;
      // Without a time of its own a count needs no timer: all of them go with their window.
      counts = new RateLimiterMemory({ points, duration: 0 });
    }
    const hash = createHmac("sha256", key).update(address).digest();
    const added = Array.from({ length: PLACES }, (_, place) =>
      counts.consume(`${place}:${hash.readUInt16BE(2 * place) % COUNTS}`),
    );
    const results = await Promise.allSettled(added);
    return results.every(({ status }) => status === "rejected");
  };
}

/** One customer's IPv6 addresses are many: counted by their /64. */
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
