import type { Outcome } from "../../../scripts/fleet-table.mjs";
import type { PeerFleet } from "./fleet.mjs";
import type { Peer } from "./peers.mjs";

/** What is done to a fleet. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** The process that dies. */
  readonly kills?: number;
}

/** What is waited for, in milliseconds. */
export interface Times {
  readonly limitMs: number;
  readonly limitAfterKillMs: number;
  readonly settlesMs: number;
  readonly thinksMs: number;
}

export const scenarios: readonly Scenario[];
export function runScenario(
  scenario: Scenario,
  options: {
    readonly fleet: PeerFleet;
    readonly peer: Peer;
    readonly client: string;
    readonly times?: Times;
  },
): Promise<Outcome>;
