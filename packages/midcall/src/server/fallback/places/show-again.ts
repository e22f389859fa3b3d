import type { Delivery, FlowState } from "../../state/records.js";
import { type Deliveries, isLocal } from "./deliveries.js";
import type { SavedCall } from "../saved/saved-calls.js";

/** A state in which questions are open, and whether the user knows where to answer them. */
interface Waiting {
  readonly state: FlowState;
  readonly isKnown: boolean;
}

/**
 * Shows the questions of a call that has come again: those in the user's browser once more, and those elsewhere that no
 * view has asked for, because the host shows none, or withholds their key from it. A view asks as soon as it has the key.
 */
export async function showAgain(
  waiting: Waiting,
  call: SavedCall,
  deliveries: Deliveries,
): Promise<Waiting> {
  const moved = await leaveUnopenedViews(waiting.state, call, deliveries);
  if (moved !== undefined) return moved;
  for (const { delivery, response } of waiting.state.pending) {
    if (delivery === undefined || response !== undefined) continue;
    // The user may have answered since the last call: no browser opens for that.
    if ((await deliveries.answerTo(delivery)) === undefined) await deliveries.show(delivery);
  }
  return waiting;
}

/** Resolves with `undefined` if nothing was put elsewhere. */
async function leaveUnopenedViews(
  { pending }: FlowState,
  call: SavedCall,
  deliveries: Deliveries,
): Promise<Waiting | undefined> {
  const isInView = pending.some(({ delivery, response }) => isUnanswered(delivery, response));
  const lease = isInView ? await call.claim() : undefined;
  if (lease === undefined) return undefined;
  try {
    const saved = (await call.load())?.state;
    if (saved === undefined) return undefined;
    const places: Delivery[] = [];
    const now = [];
    for (const one of saved.pending) {
      const { delivery, response } = one;
      const place = isUnanswered(delivery, response)
        ? await deliveries.moveUnopened(delivery)
        : undefined;
      if (place !== undefined) places.push(place);
      now.push(place === undefined ? one : { ...one, delivery: place });
    }
    if (places.length === 0) return undefined;
    const state = { ...saved, pending: now };
    await lease.save({ state }, saved.expiresAt ?? 0);
    return { state, isKnown: places.every(isLocal) };
  } finally {
    await lease.release();
  }
}

const isUnanswered = (delivery: Delivery | undefined, response: unknown): delivery is Delivery =>
  delivery?.via === "app" && response === undefined;
