import type { Store } from "../../store/index.js";
import type { Base } from "../http/base.js";
import { ConnectError } from "../errors.js";
import type { AuthorizationRequest } from "./client.js";
import { claim } from "../flows/claim.js";
import { isToken, randomToken, tokenHash, type Keys } from "../flows/keys.js";
import { sessionKeyOf, type Session } from "../identity/session.js";

/** An authorization request, with where it was started and what for. */
export interface Transaction extends AuthorizationRequest {
  /** A hash of the browser session it was started in. */
  readonly browser: string;
  /** The link to return to. */
  readonly token: string;
  /** The service the user was sent to. */
  readonly provider: string;
  /** When the callback is no longer accepted, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Authorization transactions: started by a form, ended by the one matching callback. A transaction is sealed in a
 * cookie of the browser that starts it, each in its own cookie. Every visitor can start one, so transactions in the
 * store could fill it; the store only records that a transaction has been redeemed.
 */
export interface Transactions {
  start(
    purpose: string,
    from: Omit<Transaction, "state" | "verifier" | "nonce" | "browser"> & {
      readonly request: Request;
      readonly session: Session;
    },
  ): {
    readonly transaction: Transaction;
    /** Values of `Set-Cookie` headers for the response that sends the user to the service. */
    readonly cookies: readonly string[];
  };
  /** The transaction a callback belongs to, if this browser has its cookie. Does not redeem it. */
  open(purpose: string, state: string, request: Request): Transaction | undefined;
  /** The same, but only if it was started in this session. */
  find(purpose: string, state: string, request: Request, session: Session): Transaction | undefined;
  /** Redeems the transaction for its user; false if it has been redeemed already. */
  redeem(transaction: Transaction, principal: string): Promise<boolean>;
  /** Removes the cookie of the transaction a callback belongs to, whatever its result. */
  clearCookie(request: Request, response: Response): Response;
}

/** Most bytes for the cookies of all open transactions; Node.js allows 16 KiB for all headers together. */
const MAX_TOTAL_BYTES = 6144;
/** Most bytes for one cookie; browsers accept 4096, including its name and attributes. */
const MAX_COOKIE_BYTES = 3900;

export function createTransactions(
  store: Store,
  keys: Keys,
  base: Base,
  now: () => number,
): Transactions {
  // SameSite=Lax, because the callback comes from another site. For the names see createSessions.
  const prefix = `${base.secure ? "__Host-" : ""}midcall-trip${base.suffix}-`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${base.secure ? "; Secure" : ""}`;
  const nameOf = (state: string): string => prefix + tokenHash(state).slice(0, 16);
  const expired = (name: string): string => `${name}=; Max-Age=0; ${attributes}`;
  const boundTo = (purpose: string, state: string): string =>
    `midcall:page:trip:${JSON.stringify([purpose, tokenHash(state)])}`;

  /** The transaction cookies of a request: name and value. */
  const cookiesOf = (request: Request): [string, string][] =>
    (request.headers.get("cookie") ?? "").split(";").flatMap((pair): [string, string][] => {
      const cut = pair.indexOf("=");
      const name = pair.slice(0, Math.max(0, cut)).trim();
      const ours = name.startsWith(prefix) && name.length === prefix.length + 16;
      return ours ? [[name, pair.slice(cut + 1).trim()]] : [];
    });

  const open: Transactions["open"] = (purpose, state, request) => {
    if (!isToken(state)) return undefined;
    const name = nameOf(state);
    const sealed = cookiesOf(request).find(([found]) => found === name)?.[1];
    const text = sealed === undefined ? undefined : keys.open(sealed, boundTo(purpose, state));
    if (text === undefined) return undefined;
    const transaction = { ...(JSON.parse(text) as Omit<Transaction, "state">), state };
    return transaction.expiresAt > now() ? transaction : undefined;
  };

  /** The transactions that no longer fit: the oldest, which browsers send first. */
  const namesToEvict = (request: Request, room: number): string[] => {
    let left = room;
    return cookiesOf(request)
      .toReversed()
      .filter(([name, value]) => (left -= name.length + value.length) < 0)
      .map(([name]) => name);
  };

  return {
    start(purpose, { request, session, ...from }) {
      const transaction: Transaction = {
        ...from,
        state: randomToken(),
        verifier: randomToken(),
        nonce: randomToken(),
        browser: tokenHash(sessionKeyOf(session)),
      };
      const { state, ...rest } = transaction;
      const name = nameOf(state);
      const sealed = keys.seal(JSON.stringify(rest), boundTo(purpose, state));
      const size = name.length + sealed.length;
      if (size > MAX_COOKIE_BYTES) {
        throw new ConnectError(
          `The authorization request does not fit into a cookie: it has ${from.scopes.length} scopes. Request fewer scopes at once.`,
          "invalid-response",
        );
      }
      const seconds = Math.max(1, Math.ceil((from.expiresAt - now()) / 1000));
      return {
        transaction: transaction,
        cookies: [
          ...namesToEvict(request, MAX_TOTAL_BYTES - size).map(expired),
          `${name}=${sealed}; Max-Age=${seconds}; ${attributes}`,
        ],
      };
    },
    open,
    find(purpose, state, request, session) {
      const transaction = session.fresh ? undefined : open(purpose, state, request);
      return transaction?.browser === tokenHash(sessionKeyOf(session)) ? transaction : undefined;
    },
    async redeem({ state, expiresAt: until }, owner) {
      const ttlMs = Math.max(1, until - now());
      const key = `midcall:page:trip:${tokenHash(state)}`;
      return claim(store, key, randomToken(), { ttlMs, owner });
    },
    clearCookie(request, response) {
      const state = new URL(request.url).searchParams.get("state") ?? "";
      const name = isToken(state) ? nameOf(state) : undefined;
      if (name !== undefined && cookiesOf(request).some(([found]) => found === name)) {
        response.headers.append("set-cookie", expired(name));
      }
      return response;
    },
  };
}
