export { createVault, type VaultOptions } from "./create-vault.js";
export { VaultError, type VaultRefusal } from "./errors.js";
export type { VaultKey } from "./keys/key-ring.js";
export { Secret, type SecretValue } from "./secret.js";
export type {
  RewrapResult,
  Vault,
  VaultEntry,
  VaultId,
  VaultScope,
  VaultStore,
  VaultWriteOptions,
} from "./vault.js";
