import { MidcallError } from "../../contracts/errors.js";

/** A file of a local vault is not safe to use. The message names it and says how to fix it. */
export class VaultFileError extends MidcallError {
  static readonly code = "ERR_MIDCALL_VAULT_FILE";
  override readonly code = "ERR_MIDCALL_VAULT_FILE";
}
