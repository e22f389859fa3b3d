import { isObject } from "../internal/is-object.js";
import { isInputRequiredResult, UrlElicitationRequiredError } from "@modelcontextprotocol/client";
import { NO_ANSWER, wait, type ElicitationHandler } from "./elicitation-handler.js";
import { TooManyRoundsError } from "./errors.js";
import type { QuestionCall } from "./question.js";

/** One call that may take several requests. */
export interface Flow {
  readonly call: QuestionCall;
  readonly params: Record<string, unknown>;
  readonly maxRounds: number;
  readonly signal: AbortSignal;
  /** Sends the call once. Resolves with the server's result, which may be `input_required`. */
  send(params: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** A retry without answers is delayed by this time, so that a waiting server is not flooded. */
const EMPTY_ROUND_PAUSE_MS = 20;

/**
 * 2026-07-28: answers the server's questions and sends the call again, until it is finished.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export async function runMultiRoundTrip(
  flow: Flow,
  elicitations: ElicitationHandler,
): Promise<Record<string, unknown>> {
  let params = flow.params;
  for (let round = 1; ; round += 1) {
    const result = await flow.send(params);
    if (!isInputRequiredResult(result)) return result;
    if (round > flow.maxRounds) throw new TooManyRoundsError(nameCall(flow.call), flow.maxRounds);
    const { inputRequests, requestState } = result as Record<string, unknown>;
    const inputResponses = await answerRound(inputRequests, round, flow, elicitations);
    const empty = Object.keys(inputResponses).length === 0;
    if (empty) await wait(EMPTY_ROUND_PAUSE_MS, flow.signal);
    params = {
      ...flow.params,
      ...(empty ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
}

async function answerRound(
  inputRequests: unknown,
  round: number,
  { call, signal }: Flow,
  elicitations: ElicitationHandler,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(isObject(inputRequests) ? inputRequests : {});
  const answered = await Promise.all(
    entries.map(async ([key, request]) => {
      const { method, params } = isObject(request) ? request : {};
      const result =
        method === "elicitation/create"
          ? await elicitations.ask(params, { via: "input_required", key, call, round }, signal)
          : await elicitations.serve({
              method: String(method),
              params: isObject(params) ? params : {},
            });
      return [key, result] as const;
    }),
  );
  return Object.fromEntries(answered.filter(([, result]) => result !== NO_ANSWER));
}

/**
 * 2025-11-25: a call refused with `-32042` is sent again once the user has agreed to every URL in the
 * error; otherwise the error stands.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function retryAfterUrls(
  flow: Flow,
  elicitations: ElicitationHandler,
): Promise<Record<string, unknown>> {
  const { call, signal } = flow;
  for (let round = 1; ; round += 1) {
    try {
      return await flow.send(flow.params);
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error;
      if (round > flow.maxRounds) throw new TooManyRoundsError(nameCall(call), flow.maxRounds);
      for (const params of error.elicitations) {
        const result = await elicitations.ask(params, { via: "url_required", call, round }, signal);
        if (!isObject(result) || result["action"] !== "accept") throw error;
      }
    }
  }
}

export function nameCall({ method, name }: QuestionCall): string {
  return `${method} "${name}"`;
}
