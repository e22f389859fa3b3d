import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { ProtocolVersion } from "midcall/testing";
import type { Reply } from "../user/scripted-user.js";

/** The calls and the scripted user's replies. The expected outcome is in golden.ts. */
export interface Scenario {
  readonly title: string;
  /** The server. Default: the one with all small examples. `invoices` is started for each scenario. */
  readonly server?: "invoices";
  readonly calls: readonly {
    readonly tool: string;
    readonly args?: Readonly<Record<string, unknown>>;
  }[];
  readonly replies?: readonly Reply[];
  /** The capabilities of the host. Default: all. */
  readonly capabilities?: ClientCapabilities;
  /** Options of the server in addition to --root. */
  readonly serverArgs?: readonly string[];
  /** Fills the server's directory. */
  readonly prepare?: (root: string) => Promise<void>;
  /** The state of the disk afterwards. */
  readonly effects?: (root: string) => Promise<readonly string[]>;
  /** Protocol versions that cannot do it: the reason, and the replies there. */
  readonly except?: {
    readonly [E in ProtocolVersion]?: {
      readonly because: string;
      /** The only transport it is about. */
      readonly over?: "stdio" | "http";
      readonly replies: readonly Reply[];
    };
  };
}
