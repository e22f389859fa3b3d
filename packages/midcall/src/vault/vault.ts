import type { Store } from "../store/index.js";
import type { Secret, SecretValue } from "./secret.js";

/** What a vault needs of a store. */
export type VaultStore = Pick<Store, "get" | "put" | "putIfAbsent" | "delete">;

/** Whose secrets, and kept for which server. */
export interface VaultScope {
  /** The person, as `principal(ctx)` names them. 1 to 1,024 characters. */
  readonly principal: string;
  /** The server the secrets are kept for. 1 to 1,024 characters. */
  readonly server: string;
}

/** What a secret is found by. Two that differ in any part are two secrets. */
export interface VaultId extends VaultScope {
  /** What the server calls it: `stripe`, `github`. 1 to 1,024 characters. */
  readonly name: string;
}

/** Options of {@link Vault.put}. */
export interface VaultWriteOptions {
  /** Milliseconds until the secret is gone; without it, it stays until deleted. Above 0. */
  readonly ttlMs?: number;
}

/** What {@link Vault.list} tells: never a value. */
export interface VaultEntry {
  readonly name: string;
  /** When it was last put, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When it will be gone, in milliseconds since 1970; absent when it stays. */
  readonly expiresAt?: number;
}

/** What {@link Vault.rewrap} did, in numbers of secrets. */
export interface RewrapResult {
  /** Were under an older key, and are now under the newest. */
  readonly rewrapped: number;
  /** Were under the newest key already. */
  readonly current: number;
  /** Could not be opened with any key of the ring, or have been tampered with, they or their place in the list. Left as they are. */
  readonly failed: number;
}

/**
 * Secrets of people, encrypted at rest, each for one person, one server and one name.
 *
 * Every method rejects with a `VaultError` when a record was made with a key that is not in the ring
 * (`reason: "unknown-key"`), or is not what the vault wrote for this person, server and name
 * (`reason: "tampered"`); with an `OptionError` when an argument is unusable; and with whatever the store
 * throws. No message of an error holds a value or a name.
 */
export interface Vault {
  /** Keeps a value, in place of what was there. */
  put(id: VaultId, value: SecretValue | Secret, options?: VaultWriteOptions): Promise<void>;
  /** The value, or `undefined` when there is none or its time is up. */
  get(id: VaultId): Promise<Secret | undefined>;
  /** Forgets a value; tells whether there was one. */
  delete(id: VaultId): Promise<boolean>;
  /** What is kept for a person and a server, by name, in alphabetical order. */
  list(scope: VaultScope): Promise<VaultEntry[]>;
  /** Puts every secret of every person under the newest key of the ring, so that older keys can go. */
  rewrap(): Promise<RewrapResult>;
}
