import { inputRequired, type InputRequiredResult } from "@modelcontextprotocol/server";
import { ASKS_AGAIN } from "../../contracts/asks-again.js";
import type { Journal } from "../call/journal.js";
import type { ElicitParams } from "../elicitation/encode.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import type { FlowState } from "../state/records.js";
import { type Binding, sealState } from "../state/request-state.js";
import { assertRoundsLeft } from "./limits.js";
import type { OpenQuestion, RoundQuestions } from "./round-questions.js";

/** Rounds held for the end of a URL interaction before the user is asked whether it has ended. */
const QUIET_HOLDS = 3;

/** The parts that the result of a round needs. */
export interface RoundResultParts {
  readonly settings: Settings;
  readonly host: HostCapabilities;
  readonly journal: Journal;
  readonly binding: Binding;
  /** The state that came in. */
  readonly state: FlowState;
  readonly round: RoundQuestions;
  readonly incompleteRounds: number;
  readonly longestWaitMs: number;
}

/**
 * Builds the result of a round: `input_required` with the open questions, and the state sealed for the next round.
 *
 * @throws LimitError
 */
export function roundResult(end: RoundResultParts): InputRequiredResult {
  const { settings, host, journal, binding, state, round } = end;
  // Waiting for the end of a URL interaction does not count as a turn; its deadline limits it.
  const turns = state.turns + (round.asksUser ? 1 : 0);
  assertRoundsLeft(turns, settings);
  const pending = round.unreached();
  const inputRequests: Record<string, { method: "elicitation/create"; params: ElicitParams }> = {};
  for (const [key, open] of round.open) {
    pending.push(open.pending);
    const params = paramsOf(open, host);
    if (params !== undefined) inputRequests[key] = { method: "elicitation/create", params };
  }
  const requestState = sealState(
    {
      flow: state.flow,
      round: state.round + 1,
      turns,
      entries: journal.entries,
      pending,
      changes: journal.changes,
      incompleteRounds: end.incompleteRounds,
      longestWaitMs: end.longestWaitMs,
      ...(state.expiresAt !== undefined && { expiresAt: state.expiresAt }),
    },
    binding,
    settings,
  );
  return {
    ...inputRequired({
      ...(Object.keys(inputRequests).length > 0 && { inputRequests: inputRequests as never }),
      requestState,
    }),
    _meta: { [ASKS_AGAIN]: true },
  };
}

/**
 * The params to send for an open question; `undefined` while the end of a URL interaction is awaited without asking.
 */
function paramsOf(
  { question, encoded, pending, why }: OpenQuestion,
  host: HostCapabilities,
): ElicitParams | undefined {
  if (pending.holds === undefined || question.mode !== "url") return encoded.params(why);
  if (pending.holds <= QUIET_HOLDS) return undefined;
  if (!host.form) return encoded.params();
  const { hostname } = new URL(question.url);
  return {
    mode: "form",
    message: `Finished at ${hostname}? Accept when you are done there; cancel to give up.`,
    requestedSchema: {
      type: "object",
      properties: { finished: { type: "boolean", title: "I have finished" } },
    },
  };
}
