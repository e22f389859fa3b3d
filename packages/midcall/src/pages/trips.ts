import type { Store } from "../store/index.js";
import type { Trip } from "./oauth-client.js";
import { randomToken, tokenHash, type Keys } from "./seal.js";
import { holderOf, type Session } from "./session.js";

/** Where a trip was started, and what for. */
export interface Departure extends Trip {
  /** The browser it was started in, as a hash. */
  readonly browser: string;
  /** The link to come back to. */
  readonly token: string;
  /** Who started it; empty on the way to signing in. */
  readonly principal: string;
  /** The service it went to. */
  readonly provider: string;
}

/** Trips to authorization servers: started by a form, ended by the one callback that fits. */
export interface Trips {
  start(
    purpose: string,
    from: Omit<Departure, "state" | "verifier" | "nonce" | "browser"> & {
      readonly session: Session;
      /** When it is too late to come back, in milliseconds since 1970. */
      readonly until: number;
    },
  ): Promise<Departure>;
  /** The trip a callback belongs to, if it was started in this browser. Uses nothing up. */
  find(purpose: string, state: string, session: Session): Promise<Departure | undefined>;
  /** Uses the trip up; false if somebody was faster. */
  end(purpose: string, state: string): Promise<boolean>;
}

export function createTrips(store: Store, keys: Keys, now: () => number): Trips {
  const key = (purpose: string, state: string): string =>
    `midcall:page:${purpose}:${tokenHash(state)}`;
  return {
    async start(purpose, { session, until, ...from }) {
      const departure: Departure = {
        ...from,
        state: randomToken(),
        verifier: randomToken(),
        nonce: randomToken(),
        browser: tokenHash(holderOf(session)),
      };
      const place = key(purpose, departure.state);
      const text = JSON.stringify({ departure, until });
      await store.put(place, keys.seal(text, place), { ttlMs: Math.max(1, until - now()) });
      return departure;
    },
    async find(purpose, state, session) {
      const place = key(purpose, state);
      const sealed = await store.get(place);
      const text = sealed === undefined ? undefined : keys.open(sealed, place);
      if (text === undefined || session.fresh) return undefined;
      const { departure, until } = JSON.parse(text) as { departure: Departure; until: number };
      return until > now() && departure.browser === tokenHash(holderOf(session))
        ? departure
        : undefined;
    },
    async end(purpose, state) {
      return (await store.take(key(purpose, state))) !== undefined;
    },
  };
}
