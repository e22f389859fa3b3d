import type { FetchLike } from "@modelcontextprotocol/client";
import type { SignInError } from "./sign-in-error.js";
import type { SignInVault } from "./vault/sign-in-vault.js";

/** Options of a sign-in. */
export interface SignInOptions {
  readonly server: string;
  readonly vault: SignInVault;
  /** Sends all requests. Default: the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** Receives every token before it is used, so that it can be removed from what is shown. */
  readonly onSecret?: ((secret: string) => void) | undefined;
  /**
   * Called when a request was refused and the user could solve it by signing in. If it returns true, the request is
   * sent again; otherwise it fails with the error.
   */
  readonly onRefused?: ((reason: SignInError) => Promise<boolean>) | undefined;
}
