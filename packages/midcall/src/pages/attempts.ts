import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Store } from "../store/index.js";

/** How often somebody may try. */
export interface Attempts {
  /** Counts a request of an address, in this process. Seconds to wait, or nothing. */
  byAddress(address: string | undefined): Promise<number | undefined>;
  /** Counts a try at one link, in the whole fleet. Seconds to wait, or nothing. */
  byLink(id: string): Promise<number | undefined>;
}

const WINDOW_MS = 60_000;

/** @param perAddress Requests a minute. @param perLink Tries a minute. */
export function createAttempts(
  store: Store,
  now: () => number,
  perAddress: number,
  perLink: number,
): Attempts {
  const addresses =
    perAddress === Infinity
      ? undefined
      : new RateLimiterMemory({ points: perAddress, duration: WINDOW_MS / 1000 });

  return {
    async byAddress(address) {
      if (!addresses || address === undefined) return undefined;
      try {
        await addresses.consume(network(address));
        return undefined;
      } catch (error) {
        const wait = (error as { msBeforeNext?: unknown }).msBeforeNext;
        return typeof wait === "number" ? wait / 1000 : WINDOW_MS / 1000;
      }
    },
    async byLink(id) {
      // One slot a try: a shared count without any operation but the atomic one every store has.
      const window = Math.floor(now() / WINDOW_MS);
      for (let slot = 0; slot < perLink; slot++) {
        const key = `midcall:page:try:${id}:${window}:${slot}`;
        if (await store.putIfAbsent(key, "1", { ttlMs: 2 * WINDOW_MS })) return undefined;
      }
      return ((window + 1) * WINDOW_MS - now()) / 1000;
    },
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
