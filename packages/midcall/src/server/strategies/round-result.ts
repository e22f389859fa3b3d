import { ASKS_AGAIN } from "../../contracts/asks-again.js";
import type { Replay } from "../call/replay/replay.js";
import type { Journal } from "../call/journal/journal.js";
import type { ElicitParams } from "../elicitation/encode.js";
import { withRenderingView } from "../fallback/rendered-elicitation.js";
import type { RequestContext } from "../framework/request-context.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import type { FlowState } from "../state/records.js";
import { type Binding, sealState } from "../state/request-state.js";
import { assertRoundsLeft } from "./limits.js";
import type { OpenQuestion, RoundQuestions } from "./round-questions.js";

/** Rounds held for the end of a URL interaction before the user is asked whether it has ended. */
const QUIET_HOLDS = 3;

/** A result that asks the host for input and to repeat the call (2026-07-28). */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  readonly requestState: string;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** The parts that the end of a round needs. */
export interface RoundEndParts {
  readonly settings: Settings;
  readonly journal: Journal;
  /** The state that came in. */
  readonly state: FlowState;
  readonly replay: Pick<Replay, "longestWaitMs">;
  readonly context: Pick<RequestContext, "trace">;
}

/** The end of a round in which questions are open: the state for the next round, and these questions. */
export class RoundEnd {
  readonly state: FlowState;
  readonly open: readonly OpenQuestion[];

  /**
   * @param incompleteRounds - rounds in a row that ended before the run had reached everything, with this one
   * @throws LimitError when the call has asked the user too often
   */
  constructor(
    { settings, journal, state, replay, context }: RoundEndParts,
    round: RoundQuestions,
    incompleteRounds: number,
  ) {
    // Waiting for the end of a URL interaction does not count as a turn; its deadline limits it.
    const turns = state.turns + (round.asksUser ? 1 : 0);
    assertRoundsLeft(turns, settings);
    this.open = [...round.open.values()];
    const traceparent = state.traceparent ?? context.trace?.traceparent;
    this.state = {
      flow: state.flow,
      round: state.round + 1,
      turns,
      entries: journal.entries,
      pending: [...round.unreached(), ...this.open.map(({ pending }) => pending)],
      changes: journal.changes,
      incompleteRounds,
      longestWaitMs: replay.longestWaitMs,
      ...(traceparent !== undefined && { traceparent }),
      ...(state.places !== undefined && { places: state.places }),
      ...(state.expiresAt !== undefined && { expiresAt: state.expiresAt }),
      ...(state.countsFrom !== undefined && { countsFrom: state.countsFrom }),
    };
  }
}

/**
 * The result of a round for the host: `input_required` with the open questions, and the state sealed for the next round.
 *
 * @throws LimitError
 */
export function inputRequired(
  { state, open }: Pick<RoundEnd, "state" | "open">,
  host: HostCapabilities,
  binding: Binding,
  settings: Settings,
): InputRequired {
  const inputRequests: Record<string, { method: "elicitation/create"; params: ElicitParams }> = {};
  for (const question of open) {
    const params =
      question.placements === undefined ? paramsOf(question, host, settings) : undefined;
    const { key } = question.pending;
    if (params !== undefined) inputRequests[key] = { method: "elicitation/create", params };
  }
  return {
    resultType: "input_required",
    ...(Object.keys(inputRequests).length > 0 && { inputRequests }),
    requestState: sealState(state, binding, settings),
    _meta: { [ASKS_AGAIN]: true },
  };
}

/**
 * The params to send for an open question; `undefined` while the end of a URL interaction is awaited without asking.
 */
function paramsOf(
  { question, encoded, pending, why }: OpenQuestion,
  host: HostCapabilities,
  settings: Settings,
): ElicitParams | undefined {
  if (pending.holds === undefined || question.mode !== "url")
    return withRenderingView(encoded.params(why), question, host, settings);
  if (pending.holds <= QUIET_HOLDS) return undefined;
  if (!host.form) return encoded.params();
  const { hostname } = new URL(question.url);
  return {
    mode: "form",
    message: `Finished at ${hostname}? Accept when you are done there; cancel to give up.`,
    requestedSchema: {
      type: "object",
      // Without a default, some hosts would preselect yes.
      properties: { finished: { type: "boolean", title: "I have finished", default: false } },
    },
  };
}
