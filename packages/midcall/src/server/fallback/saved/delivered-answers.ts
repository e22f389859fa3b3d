import type { FlowState, Pending } from "../../state/records.js";
import type { Deliveries } from "../places/deliveries.js";

/** The state with the answers that have come since. */
export async function withAnswers(state: FlowState, deliveries: Deliveries): Promise<FlowState> {
  if (state.pending.every(({ delivery }) => delivery === undefined)) return state;
  const pending: Pending[] = [];
  for (const one of state.pending) {
    const { delivery, response } = one;
    const answer =
      delivery === undefined || response !== undefined
        ? undefined
        : await deliveries.answerTo(delivery);
    pending.push(answer === undefined ? one : { ...one, response: answer });
  }
  return { ...state, pending };
}

/** The state with these answers from elsewhere, and no others: those with which it was first used. */
export function withAnswersOf(
  state: FlowState,
  answers: Readonly<Record<string, unknown>>,
): FlowState {
  if (state.pending.every(({ delivery }) => delivery === undefined)) return state;
  const pending = state.pending.map((one) => {
    if (one.delivery === undefined) return one;
    const { response: _, ...open } = one;
    return Object.hasOwn(answers, one.key) ? { ...open, response: answers[one.key] } : open;
  });
  return { ...state, pending };
}

/**
 * Ends the questions that are not open any more.
 *
 * @param time - now, in ms since 1970
 */
export async function closeAll(
  before: readonly Pending[],
  after: readonly Pending[],
  deliveries: Deliveries,
  time: number,
): Promise<void> {
  const open = new Set(after.map(({ delivery }) => delivery?.id));
  for (const { delivery, response, answerBy } of before) {
    if (delivery === undefined || open.has(delivery.id)) continue;
    const why = response !== undefined ? "answered" : answerBy <= time ? "expired" : "withdrawn";
    await deliveries.close(delivery, why);
  }
}
