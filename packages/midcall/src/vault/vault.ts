import type { Store } from "../store/index.js";
import type { Secret, SecretValue } from "./secret.js";

/** The part of a store that a vault needs. */
export type VaultStore = Pick<Store, "get" | "put" | "putIfAbsent" | "delete">;

/** The user a secret belongs to, and the server it is stored for. */
export interface VaultScope {
  /** The user, as `principal(ctx)` names them. 1 to 1,024 characters. */
  readonly principal: string;
  /** The server the secrets are stored for. 1 to 1,024 characters. */
  readonly server: string;
}

/** Identifies a secret. Ids that differ in any part identify different secrets. */
export interface VaultId extends VaultScope {
  /** What the server calls the secret, such as `stripe` or `github`. 1 to 1,024 characters. */
  readonly name: string;
}

/** Options of {@link Vault.put}. */
export interface VaultWriteOptions {
  /** How long the vault keeps the secret, in milliseconds above 0. Default: until it is deleted. */
  readonly ttlMs?: number;
}

/** A secret in the result of {@link Vault.list}, without its value. */
export interface VaultEntry {
  readonly name: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When it expires, in milliseconds since 1970; absent if it does not. */
  readonly expiresAt?: number;
}

/** The result of {@link Vault.rewrap}, in numbers of secrets. */
export interface RewrapResult {
  /** Were wrapped with an older key, and are now wrapped with the newest. */
  readonly rewrapped: number;
  /** Were wrapped with the newest key already. */
  readonly current: number;
  /** Could not be unwrapped with any key of the ring, or have been tampered with, or their entry in the index has. Left unchanged. */
  readonly failed: number;
}

/**
 * The secrets of users, encrypted at rest. Each belongs to one user, one server and one name.
 *
 * Every method rejects with a `VaultError` when a record was written with a key that is not in the ring
 * (`reason: "unknown-key"`), or is not what the vault wrote for this user, server and name (`reason: "tampered"`); with an
 * `OptionError` when an argument is unusable; and with the errors of the store. No error message contains a value or a
 * name.
 */
export interface Vault {
  /** Stores a value, replacing any earlier one. */
  put(id: VaultId, value: SecretValue | Secret, options?: VaultWriteOptions): Promise<void>;
  /** Returns the value, or `undefined` if there is none or it has expired. */
  get(id: VaultId): Promise<Secret | undefined>;
  /** Deletes a value; returns whether there was one. */
  delete(id: VaultId): Promise<boolean>;
  /** Lists the secrets stored for a user and a server, in alphabetical order of their names. */
  list(scope: VaultScope): Promise<VaultEntry[]>;
  /** Wraps the data keys of all secrets of all users with the newest key of the ring, so that older keys can be removed. */
  rewrap(): Promise<RewrapResult>;
}
