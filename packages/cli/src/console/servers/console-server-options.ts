import type { Inbox, ResumedCall } from "midcall/client";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { SignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import type { Calls } from "../calls/calls.js";
import type { Requests } from "../requests/requests.js";
import type { SavedServer } from "./saved-server.js";

/** Options of `ConsoleServer`. */
export interface ConsoleServerOptions {
  readonly saved: SavedServer;
  readonly inbox: Inbox;
  readonly calls: Pick<Calls, "find" | "about" | "addLog">;
  readonly requests: Requests;
  readonly connectServer: ConnectServer;
  /** The variables that its program is started with. */
  environment(): Readonly<Record<string, string>>;
  /** Keeps the user's sign-ins. */
  readonly signInVault: SignInVault;
  onChange(): void;
  /** What is saved has changed. */
  onSave(): void;
  /** The connection ended: `lost` by itself, `cancelled` by the user. */
  onEnd(state: "lost" | "cancelled"): void;
  /** Calls continue that were running when the console was stopped. */
  onResumed(calls: readonly ResumedCall[]): void;
}
