import type { Store } from "../../store/index.js";
import type { Base } from "../http/base.js";
import { isToken, randomToken, tokenHash, type Keys } from "../flows/keys.js";

/** The stored data about a browser. */
export interface SessionData {
  /** The user who is signed in with `createOidcIdentity`. */
  readonly principal?: string;
  /** The label by which the user knows the account. */
  readonly label?: string;
  /** The key that forms are bound to. It survives a change of the cookie, so that a form in another tab stays valid. */
  readonly formKey?: string;
}

/** A browser, identified by its cookie. One without a cookie gets a new id. */
export interface Session {
  readonly id: string;
  readonly fresh: boolean;
  readonly data: SessionData;
}

/** The key that forms and transactions of a browser are bound to. */
export const sessionKeyOf = ({ id, data }: Session): string => data.formKey ?? id;

/** The sessions of browsers. They are in the store, so that any process can read them. */
export interface Sessions {
  read(request: Request): Promise<Session>;
  /** Stores new data under a new id, so that knowing or having set the old one is useless. */
  renew(old: Session, data: SessionData): Promise<Session>;
  /** The value of a `Set-Cookie` header. */
  cookie(session: Session): string;
}

const key = (id: string): string => `midcall:page:session:${tokenHash(id)}`;

export function createSessions(
  store: Store,
  keys: Keys,
  base: Base,
  now: () => number,
  sessionMs: number,
): Sessions {
  /*
   * The prefix __Host- prevents other hosts of the domain from setting the cookie. On loopback there is no TLS, and
   * browsers send cookies to every port: the name keeps those of different ports apart, and createLocalIdentity never
   * grants access for a cookie alone. SameSite=Lax, because the callback of a sign-in comes from another site.
   */
  const name = base.secure ? `__Host-midcall${base.suffix}` : `midcall${base.suffix}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${base.secure ? "; Secure" : ""}`;

  const load = async (id: string): Promise<SessionData | undefined> => {
    const place = key(id);
    const value = await store.get(place);
    const text = value === undefined ? undefined : keys.open(value, place);
    if (text === undefined) return undefined;
    const { expiresAt, data } = JSON.parse(text) as { expiresAt: number; data: SessionData };
    return expiresAt > now() ? data : undefined;
  };

  return {
    async read(request) {
      const ids = cookiesOf(
        request.headers.get("cookie") ?? "",
        name,
        base.secure ? 1 : MOST_COOKIES,
      );
      const [first] = ids;
      if (first === undefined) return { id: randomToken(), fresh: true, data: {} };
      // On loopback, any program may have set another one of the same name, which browsers may send first.
      for (const id of ids) {
        const data = await load(id);
        if (data) return { id, fresh: false, data };
      }
      return { id: first, fresh: false, data: {} };
    },
    async renew(old, given) {
      const data = Object.assign({}, given, { formKey: given.formKey ?? randomToken() });
      await store.delete(key(old.id));
      const id = randomToken();
      const text = JSON.stringify({ expiresAt: now() + sessionMs, data });
      await store.put(key(id), keys.seal(text, key(id)), {
        ttlMs: sessionMs,
        owner: data.principal ?? "",
      });
      return { id, fresh: true, data };
    },
    cookie: (session) => `${name}=${session.id}; ${attributes}`,
  };
}

/** The most that a browser keeps of one address. With the prefix __Host-, there is one of a name. */
const MOST_COOKIES = 180;

/** @param most - that are looked up of one request */
function cookiesOf(header: string, name: string, most: number): readonly string[] {
  const ids = new Set<string>();
  for (const pair of header.split(";")) {
    const cut = pair.indexOf("=");
    if (cut === -1 || pair.slice(0, cut).trim() !== name) continue;
    const value = pair.slice(cut + 1).trim();
    if (isToken(value)) ids.add(value);
    if (ids.size === most) break;
  }
  return [...ids];
}
