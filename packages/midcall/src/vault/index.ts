export { createVault, type VaultOptions } from "./create-vault.js";
export { VaultError } from "./errors.js";
export { Secret } from "./secret.js";
export type { Vault, VaultId, VaultStore } from "./vault.js";
