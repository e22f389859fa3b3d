import { createHash } from "node:crypto";
import { OptionError } from "../../contracts/errors.js";
import type { Store } from "../../store/index.js";
import { Secret } from "../../vault/index.js";
import type { Vault, VaultId } from "../../vault/index.js";
import { ConnectError } from "../errors.js";
import { retry, PATIENCE_MS } from "../flows/retry.js";
import { parseScopes, type OAuthClient, type TokenSet } from "./client.js";
import { randomToken } from "../flows/keys.js";

/** Whose account, for which server, at which service. */
export interface AccountId {
  readonly principal: string;
  readonly server: string;
  /** A name from `providers`. */
  readonly provider: string;
}

/** A token for another service. Stays on this side: never in a tool result, never to the host. */
export interface AccessToken {
  /** Prints as `[secret]`; `reveal()` it into the `Authorization` header of a request. */
  readonly token: Secret<string>;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970, where the service says. */
  readonly expiresAt: number | undefined;
}

/** The tokens of connected accounts. */
export interface AccessTokens {
  /**
   * A token that holds for a while yet; renewed first where needed, by one process for all.
   *
   * @returns nothing if the account is not connected, not any more, or not for all of these scopes:
   * make a `connectLink` then
   * @throws ConnectError if it has to be renewed and cannot be, for now
   */
  get(account: AccountId, scopes?: readonly string[]): Promise<AccessToken | undefined>;
  /**
   * Disconnects: forgets the tokens, and asks the service to do the same.
   *
   * @returns whether the service was told and agreed; the tokens are gone here in any case
   */
  revoke(account: AccountId): Promise<boolean>;
}

/** What the connect page uses on top. */
export interface TokenKeeper extends AccessTokens {
  keep(account: AccountId, tokens: TokenSet): Promise<void>;
  /** What is granted now, also if it has run out. */
  granted(account: AccountId): Promise<readonly string[]>;
}

/** A token that ends sooner is renewed first. */
const EARLY_MS = 60_000;
/** What renewing takes beside the requests to the service: reading and writing, again and again if need be. */
const BESIDE_MS = 2 * PATIENCE_MS + 10_000;
const POLL_MS = 200;

/** What a service says when only the person can help; the last two are those of GitHub and Slack. */
const GRANT_IS_OVER = new Set([
  "invalid_grant",
  "interaction_required",
  "login_required",
  "consent_required",
  "bad_refresh_token",
  "invalid_refresh_token",
]);

/** What is needed of a service. */
interface Service {
  readonly client: OAuthClient;
  readonly allows: (granted: readonly string[], wanted: readonly string[]) => boolean;
}

type Kept = Readonly<Record<string, string>>;

export function createTokenKeeper(
  store: Store,
  vault: Pick<Vault, "get" | "put" | "delete">,
  serviceOf: (provider: string) => Service | undefined,
  now: () => number,
): TokenKeeper {
  const renewing = new Map<string, Promise<Kept | undefined>>();
  const service = (provider: string): Service => {
    const found = serviceOf(provider);
    if (!found) throw new OptionError(`There is no provider ${JSON.stringify(provider)}.`);
    return found;
  };

  const read = async (account: AccountId): Promise<Kept | undefined> => {
    const value = (await vault.get(vaultId(account)))?.reveal();
    return typeof value === "object" && value["access_token"] !== undefined ? value : undefined;
  };
  /** One that cannot be renewed is good to its end. */
  const isGood = ({ expires_at: end, refresh_token: refresh }: Kept): boolean =>
    end === undefined || Number(end) - (refresh === undefined ? 0 : EARLY_MS) > now();

  const write = (account: AccountId, set: TokenSet, before?: Kept): Promise<unknown> => {
    const refresh = set.refreshToken ?? before?.["refresh_token"];
    return vault.put(vaultId(account), {
      access_token: set.accessToken,
      scope: set.scopes.join(" "),
      ...(refresh !== undefined && { refresh_token: refresh }),
      ...(set.expiresAt !== undefined && { expires_at: String(set.expiresAt) }),
    });
  };

  const renew = async (account: AccountId, old: Kept): Promise<Kept | undefined> => {
    const refreshToken = old["refresh_token"];
    if (refreshToken === undefined) return undefined;
    const { client } = service(account.provider);
    try {
      const fresh = await client.refresh(refreshToken, parseScopes(old["scope"] ?? ""));
      // From here on the old refresh token may be worth nothing: the new one must not be lost to one broken connection.
      const current = await retry(() => read(account));
      if (current?.["refresh_token"] !== refreshToken) {
        // Disconnected, or connected anew, while the service was being asked: that counts.
        if (!current) await revokeAll(client, fresh.refreshToken, fresh.accessToken);
        return current;
      }
      await retry(() => write(account, fresh, old));
      return await read(account);
    } catch (error) {
      if (!(error instanceof ConnectError) || !GRANT_IS_OVER.has(error.error ?? "")) throw error;
      // Not valid any more: somebody else renewed it, or it was taken back.
      const current = await read(account);
      if (current && current["refresh_token"] !== refreshToken) return current;
      await vault.delete(vaultId(account));
      return undefined;
    }
  };

  /** One process renews, for as long as it can take; the others wait for what it gets. */
  const renewOnce = async (account: AccountId, key: string): Promise<Kept | undefined> => {
    const lock = `midcall:page:renew:${key}`;
    const mine = randomToken();
    // Real time: this is about how long a live process takes, not about the age of a token.
    // No other process may use the same refresh token while this one is at it, or services take it for stolen.
    const lockMs = service(account.provider).client.refreshMs + BESIDE_MS;
    const patience = Date.now() + lockMs;
    for (;;) {
      if (await store.putIfAbsent(lock, mine, { ttlMs: lockMs, owner: account.principal })) {
        try {
          const old = await read(account);
          return !old || isGood(old) ? old : await renew(account, old);
        } finally {
          if ((await store.get(lock)) === mine) await store.delete(lock);
          await store.publish(lock, "1");
        }
      }
      if (Date.now() >= patience) {
        throw new ConnectError("Another process is renewing the token; try again.", "busy");
      }
      await pauseUntilWord(store, lock);
      const current = await read(account);
      if (!current || isGood(current)) return current;
    }
  };

  return {
    async get(account, scopes = []) {
      const { allows } = service(account.provider);
      let kept = await read(account);
      if (!kept) return undefined;
      if (!allows(parseScopes(kept["scope"] ?? ""), scopes)) return undefined;
      if (!isGood(kept)) {
        const key = accountKey(account);
        const running = renewing.get(key) ?? renewOnce(account, key);
        renewing.set(key, running);
        try {
          kept = await running;
        } finally {
          renewing.delete(key);
        }
        if (!kept || !allows(parseScopes(kept["scope"] ?? ""), scopes)) return undefined;
      }
      const end = kept["expires_at"];
      return {
        token: new Secret(kept["access_token"]!),
        scopes: parseScopes(kept["scope"] ?? ""),
        expiresAt: end === undefined ? undefined : Number(end),
      };
    },
    async revoke(account) {
      const { client } = service(account.provider);
      const kept = await read(account);
      await vault.delete(vaultId(account));
      if (!kept) return false;
      // The refresh token first: most services drop what came of it as well.
      return revokeAll(client, kept["refresh_token"], kept["access_token"]);
    },
    async keep(account, tokens) {
      await write(account, tokens);
    },
    async granted(account) {
      return parseScopes((await read(account))?.["scope"] ?? "");
    },
  };
}

async function revokeAll(
  client: OAuthClient,
  ...tokens: readonly (string | undefined)[]
): Promise<boolean> {
  const told: boolean[] = [];
  for (const token of tokens) if (token !== undefined) told.push(await client.revoke(token));
  return told.length > 0 && told.every(Boolean);
}

function vaultId({ principal, server, provider }: AccountId): VaultId {
  return { principal, server, name: `oauth:${provider}` };
}

function accountKey({ principal, server, provider }: AccountId): string {
  const text = JSON.stringify([principal, server, provider]);
  return createHash("sha256").update(text).digest("base64url");
}

/** Waits for the one who renews, or a moment. */
async function pauseUntilWord(store: Store, channel: string): Promise<void> {
  let wake: () => void = () => {};
  const word = new Promise<void>((resolve) => (wake = resolve));
  const unsubscribe = await store.subscribe(channel, wake);
  const timer = setTimeout(wake, POLL_MS);
  await word;
  clearTimeout(timer);
  await unsubscribe();
}
