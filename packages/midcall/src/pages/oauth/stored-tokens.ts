import { createHash } from "node:crypto";
import type { Vault, VaultId } from "../../vault/index.js";
import { parseScopes, type TokenSet } from "./client.js";

/** Identifies a connected account: which user, for which server, at which service. */
export interface AccountId {
  readonly principal: string;
  readonly server: string;
  /** A name from `providers`. */
  readonly provider: string;
}

/** A token that expires sooner than this is renewed first. */
const EARLY_MS = 60_000;

/** The tokens of an account as the vault stores them. */
export type TokenRecord = Readonly<Record<string, string>>;

export const scopesOf = (tokens: TokenRecord | undefined): readonly string[] =>
  parseScopes(tokens?.["scope"] ?? "");

/** Identifies an account in memory and in the names of locks, without revealing whose it is. */
export function accountKey({ principal, server, provider }: AccountId): string {
  const text = JSON.stringify([principal, server, provider]);
  return createHash("sha256").update(text).digest("base64url");
}

/** Reads and writes the tokens of connected accounts in the vault. */
export class StoredTokens {
  readonly #vault: Pick<Vault, "get" | "put" | "delete">;
  readonly #now: () => number;

  constructor(vault: Pick<Vault, "get" | "put" | "delete">, now: () => number) {
    this.#vault = vault;
    this.#now = now;
  }

  async read(account: AccountId): Promise<TokenRecord | undefined> {
    const value = (await this.#vault.get(vaultId(account)))?.reveal();
    return typeof value === "object" && value["access_token"] !== undefined ? value : undefined;
  }

  /** @param before - The tokens being renewed, whose refresh token is kept if the service sent no new one. */
  async write(account: AccountId, tokens: TokenSet, before?: TokenRecord): Promise<void> {
    const refresh = tokens.refreshToken ?? before?.["refresh_token"];
    await this.#vault.put(vaultId(account), {
      access_token: tokens.accessToken,
      scope: tokens.scopes.join(" "),
      ...(refresh !== undefined && { refresh_token: refresh }),
      ...(tokens.expiresAt !== undefined && { expires_at: String(tokens.expiresAt) }),
    });
  }

  async delete(account: AccountId): Promise<void> {
    await this.#vault.delete(vaultId(account));
  }

  /** Whether the access token can be used without renewing it. One that cannot be renewed is used until it expires. */
  isFresh({ expires_at: end, refresh_token: refresh }: TokenRecord): boolean {
    return end === undefined || Number(end) - (refresh === undefined ? 0 : EARLY_MS) > this.#now();
  }
}

function vaultId({ principal, server, provider }: AccountId): VaultId {
  return { principal, server, name: `oauth:${provider}` };
}
