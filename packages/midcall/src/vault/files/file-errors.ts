import { MidcallError } from "../../contracts/errors.js";

/** The files of a local vault are not safe to use. The message says which, and how to put it right. */
export class VaultFileError extends MidcallError {
  static readonly code = "ERR_MIDCALL_VAULT_FILE";
  override readonly code = "ERR_MIDCALL_VAULT_FILE";
}
