import { MAX_TIMER_MS } from "../internal/max-timer.js";
import { assertOptions } from "../internal/assert-options.js";
import type { Client, Progress } from "@modelcontextprotocol/client";
import type { ElicitationHandler } from "./elicitation-handler.js";
import { CallTimeoutError } from "./errors.js";
import type { ProtocolVersion } from "./protocol-versions.js";
import type { QuestionCall } from "./question.js";
import { nameCall, retryAfterUrls, runMultiRoundTrip, type Flow } from "./multi-round-trip.js";

/** Options of one call. */
export interface TestCallOptions {
  /** Cancels the call, as a user or host would. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every progress notification; with it, the request carries a progress token. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Time limit for this call as a whole, in milliseconds. Default: the host's. */
  readonly timeoutMs?: number | undefined;
}

/** Runs calls to their end, with any number of rounds. */
export interface Calls {
  run(
    call: QuestionCall,
    params: Record<string, unknown>,
    options?: TestCallOptions,
  ): Promise<Record<string, unknown>>;
  /** Rejects all running calls; returns false if there is none. */
  failAll(error: unknown): boolean;
}

export interface CallsOptions {
  readonly protocolVersion: ProtocolVersion;
  readonly client: Client;
  readonly elicitations: ElicitationHandler;
  readonly timeoutMs: number;
  readonly maxRounds: number;
}

/** Calls are limited here and not by the client, so that the error can name the open questions. */
const NO_CLIENT_LIMIT_MS = MAX_TIMER_MS;

export function createCalls(options: CallsOptions): Calls {
  const { protocolVersion, client, elicitations, maxRounds } = options;
  const underWay = new Set<(error: unknown) => void>();

  async function send(
    call: QuestionCall,
    params: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: TestCallOptions["onProgress"],
  ): Promise<Record<string, unknown>> {
    // One request type for three methods, which the client types separately.
    const request = { method: call.method, params } as unknown as Parameters<Client["request"]>[0];
    const result: unknown = await client.request(request as never, {
      allowInputRequired: true,
      timeout: NO_CLIENT_LIMIT_MS,
      signal,
      ...(onProgress && { onprogress: onProgress }),
    });
    return result as Record<string, unknown>;
  }

  return {
    async run(call, params, given = {}) {
      assertOptions<TestCallOptions>(`the ${call.method} of a test host`, given, {
        signal: "object",
        onProgress: "function",
        timeoutMs: "number",
      });
      const { signal: cancelled, onProgress, timeoutMs = options.timeoutMs } = given;
      const over = new AbortController();
      const signal = cancelled ? AbortSignal.any([over.signal, cancelled]) : over.signal;
      let fail: (error: unknown) => void = () => {};
      const failed = new Promise<never>((_, reject) => (fail = reject));
      const timer = setTimeout(() => {
        fail(new CallTimeoutError(nameCall(call), timeoutMs, [...elicitations.open]));
      }, timeoutMs);
      const flow: Flow = {
        call,
        params,
        maxRounds,
        signal,
        send: (leg) => send(call, leg, signal, onProgress),
      };
      underWay.add(fail);
      try {
        return await Promise.race([
          runProtocolVersion(protocolVersion, flow, elicitations),
          failed,
        ]);
      } finally {
        underWay.delete(fail);
        clearTimeout(timer);
        over.abort(new Error(`${nameCall(call)} is over.`));
      }
    },
    failAll(error) {
      for (const fail of underWay) fail(error);
      return underWay.size > 0;
    },
  };
}

function runProtocolVersion(
  protocolVersion: ProtocolVersion,
  flow: Flow,
  elicitations: ElicitationHandler,
): Promise<Record<string, unknown>> {
  switch (protocolVersion) {
    case "2025-06-18":
      return flow.send(flow.params);
    case "2025-11-25":
      return retryAfterUrls(flow, elicitations);
    case "2026-07-28":
      return runMultiRoundTrip(flow, elicitations);
  }
}
