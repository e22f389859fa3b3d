import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { ProtocolVersion } from "midcall/testing";
import type { Reply } from "./scripted-person.js";

/** One visit of the scripted person: what is called and what they reply. What must come of it is in golden.ts. */
export interface Scenario {
  readonly title: string;
  /** The server it is about. Default: the one with all the small examples. `invoices` is started anew for each scenario. */
  readonly server?: "invoices";
  readonly calls: readonly {
    readonly tool: string;
    readonly args?: Readonly<Record<string, unknown>>;
  }[];
  readonly replies?: readonly Reply[];
  /** What the host declares, where it is not everything. */
  readonly capabilities?: ClientCapabilities;
  /** Options of the server besides its root. */
  readonly serverArgs?: readonly string[];
  /** Fills the empty directory the server works in. */
  readonly prepare?: (root: string) => Promise<void>;
  /** What is on disk afterwards. */
  readonly effects?: (root: string) => Promise<readonly string[]>;
  /** Where a protocol version cannot do it at all: why, and what the person finds to do there. */
  readonly except?: {
    readonly [E in ProtocolVersion]?: {
      readonly because: string;
      readonly replies: readonly Reply[];
    };
  };
}
