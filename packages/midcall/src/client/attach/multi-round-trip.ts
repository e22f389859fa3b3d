import { CLOSED } from "./results.js";
import { isObject } from "../../internal/is-object.js";
import { ASKS_AGAIN } from "../../contracts/asks-again.js";
import type { AttachOptions } from "./types.js";
import { CallOverError, InputKindError, InvalidStateError, RoundLimitError } from "../errors.js";
import { createId } from "../../internal/create-id.js";
import type { CallRun, Inbox } from "../inbox/types.js";
import type { PersistedState, SavedCall } from "../inbox/persistence.js";
import type { QuestionCall } from "../inbox/question.js";
import { member, textOf } from "./params.js";
import { pause } from "../../internal/pause.js";
import { anySignal, runAll } from "./run-all.js";

/** One call that may take several requests. */
export interface MultiRoundTripParts extends AttachOptions {
  readonly inbox: Pick<Inbox, "handle">;
  readonly saved: PersistedState;
  readonly call: QuestionCall;
  readonly params: Readonly<Record<string, unknown>>;
  readonly run: CallRun;
  readonly signal?: AbortSignal | undefined;
  /** Aborted with a {@link CLOSED} error when the connection is lost. */
  readonly gone: AbortSignal;
  /** The saved round to continue with after a reload. */
  readonly from?: SavedCall | undefined;
  /** Sends the call once. Resolves with the server's result, which may be `input_required` or a task. */
  send(params: Record<string, unknown>): Promise<unknown>;
  /** Follows a task, or the saved one with this id, to the result of the call. Absent if there can be none. */
  readonly followTask?: ((created: unknown, keep: KeepRound) => Promise<unknown>) | undefined;
}

/** What is saved of a call that waits for the user. */
export type Round = Pick<
  SavedCall,
  "inputRequests" | "requestState" | "responses" | "asksAgain" | "taskId"
>;

/** Saves where a call is. */
export type KeepRound = (round: () => Round) => void;

/** Delay before a retry without answers, in milliseconds, so that a busy server is not flooded. */
const PACE_MS = 250;
/** Limit of saved calls: far more than a user waits for. */
const MOST_SAVED = 100;

/** The round that a server requests, or `undefined` if the call is complete. */
function roundOf(result: unknown): Round | undefined {
  if (!isObject(result) || result["resultType"] !== "input_required") return undefined;
  const { inputRequests, requestState } = result;
  // The state is echoed byte for byte, so it must be a string.
  if (requestState !== undefined && typeof requestState !== "string") throw new InvalidStateError();
  return {
    inputRequests: isObject(inputRequests) ? inputRequests : {},
    requestState,
    responses: {},
    asksAgain: member(result["_meta"], ASKS_AGAIN) === true,
  };
}

/** The retry of a round with the answers given so far. */
const retryOf = ({ requestState, responses }: Round): Record<string, unknown> => ({
  ...(Object.keys(responses).length > 0 && { inputResponses: responses }),
  ...(requestState !== undefined && { requestState }),
});

/**
 * Whether a call can be looked up before the user is asked. Other servers must not get a retry that lacks answers: they
 * might take it for one.
 */
export const canLookUp = ({
  asksAgain,
  inputRequests,
  requestState,
  responses,
  taskId,
}: Round): boolean =>
  taskId !== undefined ||
  (asksAgain === true &&
    requestState !== undefined &&
    Object.keys(inputRequests).some((key) => !Object.hasOwn(responses, key)));

const isRetry = (leg: object): boolean => "inputResponses" in leg || "requestState" in leg;

/**
 * Makes the result of a resource read uncacheable. A resource that was read with the user's answers belongs to this
 * call only, and the official client caches results for their `ttlMs`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key
 */
function uncached({ method }: QuestionCall, result: unknown): unknown {
  return method === "resources/read" && isObject(result) ? { ...result, ttlMs: 0 } : result;
}

/**
 * Runs a 2026-07-28 call: asks the user for the requested input and sends the call again, until it is complete.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export async function runMultiRoundTrip(rounds: MultiRoundTripParts): Promise<unknown> {
  const { saved, server, call, from, signal, gone, maxRounds = 25 } = rounds;
  // If the host passed the answers of an earlier round itself, they must not be sent with the next round.
  const { inputResponses: _, requestState: __, ...params } = rounds.params;
  const id = from?.id ?? createId();
  const keep: KeepRound = (round) => {
    if (!saved.calls.has(id) && saved.calls.size >= MOST_SAVED) return;
    const savedAt = saved.now();
    saved.calls.set(id, () => ({ id, server, call, savedAt, params, ...round() }));
    saved.save();
  };
  saved.running.add(id);
  let lost = false;
  try {
    if (from?.taskId !== undefined) return await rounds.followTask!(from.taskId, keep);
    const lookedUp = from && canLookUp(from) ? { ...params, ...retryOf(from) } : undefined;
    let next: Round | undefined = lookedUp ? undefined : from;
    let leg: Record<string, unknown> = lookedUp ?? { ...rounds.params };
    for (let count = 0; ; count++) {
      const result = next ?? (await (leg === lookedUp ? lookUp(rounds, leg) : rounds.send(leg)));
      const round = next ?? roundOf(result);
      next = undefined;
      if (member(result, "resultType") === "task") return await rounds.followTask!(result, keep);
      if (!round) return isRetry(leg) ? uncached(call, result) : result;
      if (count >= maxRounds) throw new RoundLimitError(`${call.method} "${call.name}"`, maxRounds);
      const responses = await answerRound(round, rounds, keep);
      // Otherwise an incomplete set of answers could be sent on the next connection.
      gone.throwIfAborted();
      leg = { ...params, ...retryOf({ ...round, responses }) };
    }
  } catch (error) {
    const code = textOf(error, "code");
    // The call can be resumed on the next connection.
    lost = !signal?.aborted && (code === CLOSED || code === "NOT_CONNECTED");
    throw error;
  } finally {
    saved.running.delete(id);
    if (!lost && saved.calls.delete(id)) saved.save();
  }
}

/** Sends a retry that lacks answers. @throws CallOverError when the server refuses it */
async function lookUp(rounds: MultiRoundTripParts, leg: Record<string, unknown>): Promise<unknown> {
  try {
    return await rounds.send(leg);
  } catch (error) {
    // The code of a refusal is a number; those of the client, as for a lost connection, are texts.
    const refused = error instanceof Error && typeof member(error, "code") === "number";
    throw refused ? new CallOverError(error) : error;
  }
}

/** Passes all questions of a round to the inbox, which shows them in turn. An error withdraws the other questions. */
async function answerRound(
  { inputRequests, requestState, responses: before, asksAgain }: Round,
  { inbox, server, startedBy, call, run, signal, gone, onInput }: MultiRoundTripParts,
  keep: KeepRound,
): Promise<Round["responses"]> {
  const requests = Object.entries(inputRequests);
  // A Map and `fromEntries` handle any key safely, including `__proto__`.
  const answered = new Map(Object.entries(before));
  const now = (): Round => ({
    inputRequests,
    requestState,
    asksAgain,
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
    const origin = { server, call, ownCall: startedBy === "user", run, signal: over };
    if (method !== "elicitation/create" && !onInput) throw new InputKindError(method);
    const response =
      method === "elicitation/create"
        ? await inbox.handle(params, origin)
        : await onInput!({ method, params }, origin);
    // A withdrawn question has no answer to keep. It is asked again after a reload.
    if (over.aborted) return;
    answered.set(key, response);
    keep(now);
  });
  return now().responses;
}
