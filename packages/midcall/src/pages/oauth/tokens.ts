import { OptionError } from "../../contracts/errors.js";
import type { Store } from "../../store/index.js";
import { Secret } from "../../vault/index.js";
import type { Vault } from "../../vault/index.js";
import type { OAuthClient, TokenSet } from "./client.js";
import { revokeAll, TokenRenewal } from "./renew-tokens.js";
import { accountKey, scopesOf, StoredTokens, type AccountId } from "./stored-tokens.js";

export type { AccountId } from "./stored-tokens.js";

/** An access token for another service. Keep it on the server: never put it into a tool result or send it to the client. */
export interface AccessToken {
  /** Prints as `[secret]`; call `reveal()` to put it into the `Authorization` header of a request. */
  readonly token: Secret<string>;
  readonly scopes: readonly string[];
  /** In milliseconds since 1970; `undefined` if the service does not say. */
  readonly expiresAt: number | undefined;
}

/** The tokens of connected accounts. */
export interface AccessTokens {
  /**
   * Returns an access token that is valid for at least another minute, renewing it first if necessary. Of all processes
   * one renews it, and the others wait for the result.
   *
   * @returns `undefined` if the account is not connected (any more), or not for all of these scopes; create a
   * `connectLink` then
   * @throws ConnectError if the token has to be renewed and cannot be at the moment
   */
  get(account: AccountId, scopes?: readonly string[]): Promise<AccessToken | undefined>;
  /**
   * Disconnects an account: deletes its tokens here, and asks the service to revoke them.
   *
   * @returns whether the service confirmed the revocation; the tokens are deleted here in any case
   */
  revoke(account: AccountId): Promise<boolean>;
}

/** {@link AccessTokens} with what the connect page needs in addition. */
export interface TokenStore extends AccessTokens {
  save(account: AccountId, tokens: TokenSet): Promise<void>;
  /** The scopes granted so far, even if the token has expired. */
  grantedScopes(account: AccountId): Promise<readonly string[]>;
}

interface Service {
  readonly client: OAuthClient;
  readonly allows: (granted: readonly string[], wanted: readonly string[]) => boolean;
}

export function createTokenStore(
  store: Store,
  vault: Pick<Vault, "get" | "put" | "delete">,
  serviceOf: (provider: string) => Service | undefined,
  now: () => number,
): TokenStore {
  const tokens = new StoredTokens(vault, now);
  const renewal = new TokenRenewal(store, tokens);
  const service = (provider: string): Service => {
    const found = serviceOf(provider);
    if (found) return found;
    throw new OptionError(
      `No provider named ${JSON.stringify(provider)} is configured. Add it to \`providers\` of createPages.`,
    );
  };

  return {
    async get(account, scopes = []) {
      const { allows, client } = service(account.provider);
      let stored = await tokens.read(account);
      if (!stored || !allows(scopesOf(stored), scopes)) return undefined;
      if (!tokens.isFresh(stored)) {
        stored = await renewal.run(account, accountKey(account), client);
        if (!stored || !allows(scopesOf(stored), scopes)) return undefined;
      }
      const end = stored["expires_at"];
      return {
        token: new Secret(stored["access_token"]!),
        scopes: scopesOf(stored),
        expiresAt: end === undefined ? undefined : Number(end),
      };
    },
    async revoke(account) {
      const { client } = service(account.provider);
      const stored = await tokens.read(account);
      await tokens.delete(account);
      if (!stored) return false;
      // The refresh token first: most services then invalidate its access tokens as well.
      return revokeAll(client, stored["refresh_token"], stored["access_token"]);
    },
    save: (account, granted) => tokens.write(account, granted),
    grantedScopes: async (account) => scopesOf(await tokens.read(account)),
  };
}
