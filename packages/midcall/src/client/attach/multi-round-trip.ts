import { isObject } from "../../internal/is-object.js";
import type { AttachOptions } from "./types.js";
import { InputKindError, InvalidStateError, RoundLimitError } from "../errors.js";
import { createId } from "../../internal/create-id.js";
import type { Inbox } from "../inbox/types.js";
import type { PersistedState, SavedCall } from "../inbox/persistence.js";
import type { QuestionCall } from "../inbox/question.js";
import { member, textOf } from "./params.js";
import { pause } from "../inbox/pause.js";
import { anySignal, runAll } from "./run-all.js";

/** One call that may take several requests. */
export interface MultiRoundTripParts extends AttachOptions {
  readonly inbox: Pick<Inbox, "handle">;
  readonly saved: PersistedState;
  readonly call: QuestionCall;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  /** Aborted, with a {@link CLOSED} error, when the connection is gone. */
  readonly gone: AbortSignal;
  /** The round to go on with, after a reload. */
  readonly from?: SavedCall | undefined;
  /** Sends the call once; resolves with what the server answered, `input_required` included. */
  send(params: Record<string, unknown>): Promise<unknown>;
}

type Round = Pick<SavedCall, "inputRequests" | "requestState" | "responses">;

/** A retry that carries no answers is held back this long, so that a busy server is not hammered. */
const PACE_MS = 250;
/** The code of an error that says so, also in the official client. */
export const CLOSED = "CONNECTION_CLOSED";
/** Far more calls than a person waits for. */
const MOST_SAVED = 100;

/** What the server wants to know, or nothing when the call is done. */
function roundOf(result: unknown): Round | undefined {
  if (!isObject(result) || result["resultType"] !== "input_required") return undefined;
  const { inputRequests, requestState } = result;
  // Echoed byte for byte, which nothing but a text can be.
  if (requestState !== undefined && typeof requestState !== "string") throw new InvalidStateError();
  return {
    inputRequests: isObject(inputRequests) ? inputRequests : {},
    requestState,
    responses: {},
  };
}

const isRetry = (leg: object): boolean => "inputResponses" in leg || "requestState" in leg;

/**
 * A resource read with answers is for this one call. The official client keeps what it reads for as
 * long as the result says, so it says: not at all.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key
 */
function uncached({ method }: QuestionCall, result: unknown): unknown {
  return method === "resources/read" && isObject(result) ? { ...result, ttlMs: 0 } : result;
}

/**
 * 2026-07-28: puts what the server wants to know to the person and sends the call again, until it is
 * done.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export async function runMultiRoundTrip(rounds: MultiRoundTripParts): Promise<unknown> {
  const { saved, server, call, from, signal, gone, maxRounds = 25 } = rounds;
  // Of a call the host went on with by itself, an earlier round's answers are not for the next one.
  const { inputResponses: _, requestState: __, ...params } = rounds.params;
  const id = from?.id ?? createId();
  const keep = (round: () => Round): void => {
    if (!saved.calls.has(id) && saved.calls.size >= MOST_SAVED) return;
    const savedAt = saved.now();
    saved.calls.set(id, () => ({ id, server, call, savedAt, params, ...round() }));
    saved.save();
  };
  saved.running.add(id);
  let lost = false;
  try {
    let next: Round | undefined = from;
    let leg: Record<string, unknown> = { ...rounds.params };
    for (let count = 0; ; count++) {
      const result = next ?? (await rounds.send(leg));
      const round = next ?? roundOf(result);
      next = undefined;
      if (!round) return isRetry(leg) ? uncached(call, result) : result;
      if (count >= maxRounds) throw new RoundLimitError(`${call.method} "${call.name}"`, maxRounds);
      const inputResponses = await answerRound(round, rounds, keep);
      // Else what is answered only in part could be sent on the next connection.
      gone.throwIfAborted();
      const { requestState } = round;
      leg = {
        ...params,
        ...(Object.keys(inputResponses).length > 0 && { inputResponses }),
        ...(requestState !== undefined && { requestState }),
      };
    }
  } catch (error) {
    const code = textOf(error, "code");
    // It may go on with the next connection.
    lost = !signal?.aborted && (code === CLOSED || code === "NOT_CONNECTED");
    throw error;
  } finally {
    saved.running.delete(id);
    if (!lost && saved.calls.delete(id)) saved.save();
  }
}

/** Asks everything at once; the inbox shows one at a time. An error withdraws the other questions. */
async function answerRound(
  { inputRequests, requestState, responses: before }: Round,
  { inbox, server, call, signal, gone, onInput }: MultiRoundTripParts,
  keep: (round: () => Round) => void,
): Promise<Round["responses"]> {
  const requests = Object.entries(inputRequests);
  // Entries, as they carry any key safely, `__proto__` included.
  const answered = new Map(Object.entries(before));
  const now = (): Round => ({
    inputRequests,
    requestState,
    responses: Object.fromEntries(answered),
  });
  if (requests.length === 0) {
    await pause(PACE_MS);
    return {};
  }
  keep(now);
  const open = requests.filter(([key]) => !answered.has(key));
  await runAll(open, anySignal(signal, gone), async ([key, request], over) => {
    const method = textOf(request, "method") ?? "other input";
    const params = member(request, "params");
    const origin = { server, call, signal: over };
    if (method !== "elicitation/create" && !onInput) throw new InputKindError(method);
    const response =
      method === "elicitation/create"
        ? await inbox.handle(params, origin)
        : await onInput!({ method, params }, origin);
    // What is withdrawn is no answer, and is asked again after a reload.
    if (over.aborted) return;
    answered.set(key, response);
    keep(now);
  });
  return now().responses;
}
