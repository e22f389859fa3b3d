import type { Inbox } from "midcall/client";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { SignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import type { Calls } from "../calls/calls.js";
import type { SentCall } from "../calls/inbox-persistence.js";
import type { Requests } from "../requests/requests.js";
import type { SavedServer } from "./saved-server.js";
import type { Environments } from "./secrets/environments.js";

/** Options of `Servers`. */
export interface ServersOptions {
  readonly inbox: Inbox;
  readonly calls: Calls;
  readonly requests: Requests;
  readonly connectServer: ConnectServer;
  /** The scenario that a resumed call was started from. */
  scenarioOf(call: SentCall): string | undefined;
  /** Keeps the user's sign-ins. */
  readonly signInVault: SignInVault;
  /** The content of `servers.json`; untrusted. */
  readonly saved: unknown;
  /** Names of servers with calls to resume; these are not renamed. */
  readonly waiting: ReadonlySet<string>;
  /** Whether a server has calls that continue on its next connection. */
  hasUnfinishedCalls(server: string): boolean;
  /** The variables that programs are started with. */
  readonly environments: Environments;
  /** Writes `servers.json`. */
  save(servers: readonly SavedServer[]): void;
  onChange(): void;
}
