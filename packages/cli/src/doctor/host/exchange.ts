import type { ProbeQuestion } from "./probes/probe.js";
import type { Received } from "./grade/received.js";

/** A question with the parameters that are sent for it. */
export interface Asked {
  readonly question: ProbeQuestion;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Asks the questions of one round together, and gives what came back for each. */
export type Ask = (round: readonly Asked[]) => Promise<readonly Received[]>;
