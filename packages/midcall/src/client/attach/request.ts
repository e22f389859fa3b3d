import type { Client } from "@modelcontextprotocol/client";
import { isObject } from "../../internal/is-object.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import type { QuestionCall } from "../inbox/question.js";
import { anySignal } from "./run-all.js";

/** The options of a request, as the official client takes them. */
export type RequestOptions = NonNullable<Parameters<Client["callTool"]>[1]>;

/** A request, as the official client takes it. */
export interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** `client.request` without its overloads: the options are the second argument, or the third after a schema. */
export type Send = (message: Message, ...rest: unknown[]) => Promise<unknown>;

/** Time that a call may take in addition to the time its question is shown, in milliseconds. */
const SPARE_MS = 60_000;

/** The call that a request makes, if a server may ask questions during it. */
export function callOf({ method, params }: Message): QuestionCall | undefined {
  return /^(tools\/call|prompts\/get|resources\/read)$/.test(method)
    ? { method, name: String(params?.[method === "resources/read" ? "uri" : "name"]) }
    : undefined;
}

/** The arguments after the message: a schema, if there is one, and the options. */
export function splitArguments(rest: readonly unknown[]): [unknown[], RequestOptions] {
  const before = isObject(rest[0]) && "~standard" in rest[0] ? [rest[0]] : [];
  return [before, (rest[before.length] ?? {}) as RequestOptions];
}

/**
 * Extends the timeout of a 2025 call, which is one request that stays open while its questions do. Progress reported by
 * the server restarts the timeout. A timeout set by the caller is kept.
 */
export function withTime(options: RequestOptions, timeoutMs: number): RequestOptions {
  const { timeout, resetTimeoutOnProgress: reset = timeout === undefined } = options;
  return {
    timeout: Math.min(timeoutMs + SPARE_MS, MAX_TIMER_MS),
    // Only sent with the reset: a progress token tells a server that it may take longer.
    ...(reset && { onprogress: () => {} }),
    ...options,
    resetTimeoutOnProgress: reset,
  };
}

/** The caller's signal, also aborted when the total time of the call is up. It ends the questions of the call. */
export function withinTotal({ signal, maxTotalTimeout }: RequestOptions): AbortSignal | undefined {
  if (maxTotalTimeout === undefined) return signal;
  const limit = AbortSignal.timeout(Math.min(Math.max(0, maxTotalTimeout), MAX_TIMER_MS));
  return anySignal(signal, limit);
}
