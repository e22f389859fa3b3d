import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { Era } from "midcall/testing";
import type { Reply } from "./scripted-person.js";

/** One visit of the scripted person: what is called, what they reply, and what must come of it. */
export interface Scenario {
  readonly title: string;
  readonly calls: readonly { readonly tool: string; readonly args?: Readonly<Record<string, unknown>> }[];
  readonly replies?: readonly Reply[];
  /** What the host declares, where it is not everything. */
  readonly capabilities?: ClientCapabilities;
  /** Options of the server besides its root. */
  readonly serverArgs?: readonly string[];
  /** Fills the empty directory the server works in. */
  readonly prepare?: (root: string) => Promise<void>;
  /** What is on disk afterwards. */
  readonly effects?: (root: string) => Promise<readonly string[]>;
  /** The transcript this must give, on every revision and over every transport. */
  readonly golden: readonly string[];
  /** Where a revision cannot do it at all: why, and the transcript there. */
  readonly except?: { readonly [E in Era]?: { readonly because: string; readonly golden: readonly string[] } };
}

/** The transcript a scenario must give on one revision. */
export function goldenOf({ golden, except }: Scenario, era: Era): readonly string[] {
  return except?.[era]?.golden ?? golden;
}
