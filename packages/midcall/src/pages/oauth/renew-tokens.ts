import type { Store } from "../../store/index.js";
import { ConnectError } from "../errors.js";
import { claim } from "../flows/claim.js";
import { randomToken } from "../flows/keys.js";
import { retry, RETRY_TIMEOUT_MS } from "../flows/retry.js";
import type { OAuthClient } from "./client.js";
import { scopesOf, type AccountId, type StoredTokens, type TokenRecord } from "./stored-tokens.js";

/** The time for reading and writing, with retries, that a renewal takes in addition to the requests to the service. */
const STORAGE_MS = 2 * RETRY_TIMEOUT_MS + 10_000;
const POLL_MS = 200;

/** Error codes that mean only the user can help; the last two are those of GitHub and Slack. */
const GRANT_ENDED = new Set([
  "invalid_grant",
  "interaction_required",
  "login_required",
  "consent_required",
  "bad_refresh_token",
  "invalid_refresh_token",
]);

/** Renews access tokens, each in one process at a time. */
export class TokenRenewal {
  readonly #store: Store;
  readonly #tokens: StoredTokens;
  readonly #running = new Map<string, Promise<TokenRecord | undefined>>();

  constructor(store: Store, tokens: StoredTokens) {
    this.#store = store;
    this.#tokens = tokens;
  }

  /**
   * Renews the tokens of an account. Concurrent calls in this process share one renewal.
   *
   * @param key - The account's `accountKey`.
   * @returns the tokens, or `undefined` if the account is no longer connected
   * @throws ConnectError when the service cannot be reached, or another process is taking too long
   */
  async run(
    account: AccountId,
    key: string,
    client: OAuthClient,
  ): Promise<TokenRecord | undefined> {
    const running = this.#running.get(key) ?? this.#runOnce(account, key, client);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      this.#running.delete(key);
    }
  }

  /** One process renews; the others wait for its result. */
  async #runOnce(
    account: AccountId,
    key: string,
    client: OAuthClient,
  ): Promise<TokenRecord | undefined> {
    const store = this.#store;
    const tokens = this.#tokens;
    const lock = `midcall:page:renew:${key}`;
    const mine = randomToken();
    // Real time, not an injected clock: this is how long a live process takes. While it is at it, no other process may
    // use the same refresh token, or the service will consider it stolen.
    const lockMs = client.refreshMs + STORAGE_MS;
    const giveUpAt = Date.now() + lockMs;
    for (;;) {
      if (await claim(store, lock, mine, { ttlMs: lockMs, owner: account.principal })) {
        try {
          const old = await tokens.read(account);
          return !old || tokens.isFresh(old) ? old : await this.#renew(account, old, client);
        } finally {
          await this.#giveBack(lock, mine);
        }
      }
      if (Date.now() >= giveUpAt) {
        throw new ConnectError("Another process is renewing the token. Try again.", "busy");
      }
      await messageOrTimeout(store, lock);
      const current = await tokens.read(account);
      if (!current || tokens.isFresh(current)) return current;
    }
  }

  /** Gives the lock back. One that cannot be given back runs out. Does not reject. */
  async #giveBack(lock: string, mine: string): Promise<void> {
    const giveBack = async (): Promise<void> => {
      if ((await this.#store.get(lock)) === mine) await this.#store.delete(lock);
    };
    // Once more, as others wait until it runs out.
    await giveBack().catch(() => giveBack().catch(() => {}));
    // Those who wait look again by themselves.
    await this.#store.publish(lock, "1").catch(() => {});
  }

  async #renew(
    account: AccountId,
    old: TokenRecord,
    client: OAuthClient,
  ): Promise<TokenRecord | undefined> {
    const refreshToken = old["refresh_token"];
    if (refreshToken === undefined) return undefined;
    const tokens = this.#tokens;
    try {
      const renewed = await client.refresh(refreshToken, scopesOf(old));
      // From here on the old refresh token may be invalid, so one broken connection must not lose the new one.
      const current = await retry(() => tokens.read(account));
      if (current?.["refresh_token"] !== refreshToken) {
        // Disconnected or reconnected while the service was being asked: that takes precedence.
        if (!current) await revokeAll(client, renewed.refreshToken, renewed.accessToken);
        return current;
      }
      await retry(() => tokens.write(account, renewed, old));
      return await tokens.read(account);
    } catch (error) {
      if (!(error instanceof ConnectError) || !GRANT_ENDED.has(error.error ?? "")) throw error;
      // The refresh token is no longer valid: another process has renewed it, or it was revoked.
      const current = await tokens.read(account);
      if (current && current["refresh_token"] !== refreshToken) return current;
      await tokens.delete(account);
      return undefined;
    }
  }
}

/** Revokes tokens at the service, in order. Returns whether all of them, and at least one, were revoked. */
export async function revokeAll(
  client: OAuthClient,
  ...tokens: readonly (string | undefined)[]
): Promise<boolean> {
  const revoked: boolean[] = [];
  for (const token of tokens) if (token !== undefined) revoked.push(await client.revoke(token));
  return revoked.length > 0 && revoked.every(Boolean);
}

/** Waits for a message on the channel, but not for long. */
async function messageOrTimeout(store: Store, channel: string): Promise<void> {
  let wake: () => void = () => {};
  const woken = new Promise<void>((resolve) => (wake = resolve));
  const unsubscribe = await store.subscribe(channel, wake);
  const timer = setTimeout(wake, POLL_MS);
  await woken;
  clearTimeout(timer);
  await unsubscribe();
}
