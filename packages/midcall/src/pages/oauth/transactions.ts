import type { Store } from "../../store/index.js";
import type { Base } from "../http/base.js";
import { ConnectError } from "../errors.js";
import type { Transaction } from "./client.js";
import { isToken, randomToken, tokenHash, type Keys } from "../flows/keys.js";
import { holderOf, type Session } from "../identity/session.js";

/** Where a trip was started, and what for. */
export interface AuthorizationRequest extends Transaction {
  /** The browser it was started in, as a hash. */
  readonly browser: string;
  /** The link to come back to. */
  readonly token: string;
  /** The service it went to. */
  readonly provider: string;
  /** When it is too late to come back, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * Trips to authorization servers: started by a form, ended by the one callback that fits. A trip lies sealed in a
 * cookie of the browser that makes it, one cookie each, as whoever starts one may be anybody: no number of
 * visitors fills the store. Only the use of a trip is stored.
 */
export interface Transactions {
  start(
    purpose: string,
    from: Omit<AuthorizationRequest, "state" | "verifier" | "nonce" | "browser"> & {
      readonly request: Request;
      readonly session: Session;
    },
  ): {
    readonly departure: AuthorizationRequest;
    /** Values of `Set-Cookie` headers for the response that leads away. */
    readonly cookies: readonly string[];
  };
  /** The trip a callback belongs to, if this browser has its cookie. Uses nothing up. */
  open(purpose: string, state: string, request: Request): AuthorizationRequest | undefined;
  /** The same, and only if it was started in this very session. */
  find(
    purpose: string,
    state: string,
    request: Request,
    session: Session,
  ): AuthorizationRequest | undefined;
  /** Uses the trip up for the person who made it; false if somebody was faster. */
  end(departure: AuthorizationRequest, principal: string): Promise<boolean>;
  /** Takes the cookie of the trip away that a request came back from, however it ended. */
  tidy(request: Request, response: Response): Response;
}

/** Most that the cookies of all open trips may take of the 16 KiB that Node.js allows for all headers. */
const MOST_BYTES = 6144;
/** Browsers keep 4096 bytes, with the name and what else is said about a cookie. */
const MOST_OF_ONE = 3900;

export function createTransactions(
  store: Store,
  keys: Keys,
  base: Base,
  now: () => number,
): Transactions {
  // Lax, as the way back comes from another site. The session's own cookie says why these names.
  const prefix = `${base.secure ? "__Host-" : ""}midcall-trip${base.suffix}-`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${base.secure ? "; Secure" : ""}`;
  const nameOf = (state: string): string => prefix + tokenHash(state).slice(0, 16);
  const gone = (name: string): string => `${name}=; Max-Age=0; ${attributes}`;
  const boundTo = (purpose: string, state: string): string =>
    `midcall:page:trip:${JSON.stringify([purpose, tokenHash(state)])}`;

  /** The cookies of trips in a request: name and value. */
  const carried = (request: Request): [string, string][] =>
    (request.headers.get("cookie") ?? "")
      .slice(0, 16_384)
      .split(";")
      .flatMap((pair): [string, string][] => {
        const cut = pair.indexOf("=");
        const name = pair.slice(0, Math.max(0, cut)).trim();
        const ours = name.startsWith(prefix) && name.length === prefix.length + 16;
        return ours ? [[name, pair.slice(cut + 1).trim()]] : [];
      });

  const open: Transactions["open"] = (purpose, state, request) => {
    if (!isToken(state)) return undefined;
    const name = nameOf(state);
    const sealed = carried(request).find(([found]) => found === name)?.[1];
    const text = sealed === undefined ? undefined : keys.open(sealed, boundTo(purpose, state));
    if (text === undefined) return undefined;
    const departure = { ...(JSON.parse(text) as Omit<AuthorizationRequest, "state">), state };
    return departure.until > now() ? departure : undefined;
  };

  /** The trips there is no room for any more: the oldest, which browsers send first. */
  const tooMany = (request: Request, room: number): string[] => {
    let left = room;
    return carried(request)
      .toReversed()
      .filter(([name, value]) => (left -= name.length + value.length) < 0)
      .map(([name]) => name);
  };

  return {
    start(purpose, { request, session, ...from }) {
      const departure: AuthorizationRequest = {
        ...from,
        state: randomToken(),
        verifier: randomToken(),
        nonce: randomToken(),
        browser: tokenHash(holderOf(session)),
      };
      const { state, ...rest } = departure;
      const name = nameOf(state);
      const sealed = keys.seal(JSON.stringify(rest), boundTo(purpose, state));
      const size = name.length + sealed.length;
      if (size > MOST_OF_ONE) {
        throw new ConnectError(
          `${from.scopes.length} scopes are too many to ask for at once: no browser keeps them.`,
          "invalid-response",
        );
      }
      const seconds = Math.max(1, Math.ceil((from.until - now()) / 1000));
      return {
        departure,
        cookies: [
          ...tooMany(request, MOST_BYTES - size).map(gone),
          `${name}=${sealed}; Max-Age=${seconds}; ${attributes}`,
        ],
      };
    },
    open,
    find(purpose, state, request, session) {
      const departure = session.fresh ? undefined : open(purpose, state, request);
      return departure?.browser === tokenHash(holderOf(session)) ? departure : undefined;
    },
    async end({ state, until }, owner) {
      const ttlMs = Math.max(1, until - now());
      return store.putIfAbsent(`midcall:page:trip:${tokenHash(state)}`, "1", { ttlMs, owner });
    },
    tidy(request, response) {
      const state = new URL(request.url).searchParams.get("state") ?? "";
      const name = isToken(state) ? nameOf(state) : undefined;
      if (name !== undefined && carried(request).some(([found]) => found === name)) {
        response.headers.append("set-cookie", gone(name));
      }
      return response;
    },
  };
}
