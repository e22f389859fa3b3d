import type { Attributes } from "@opentelemetry/api";
import type { ObservedEnd } from "../contracts/telemetry.js";
import { TELEMETRY_ATTRIBUTES as NAMES } from "./names.js";

/**
 * Describes how a request failed by codes alone: no message of an error, which may have an answer in it.
 *
 * @returns `undefined` if it did not fail; a decline is not an error
 */
export function describeFailure(end: ObservedEnd): Attributes | undefined {
  if (!("error" in end)) {
    const { isError } = (end.result ?? {}) as { isError?: unknown };
    return isError === true ? { [NAMES.errorType]: "tool_error" } : undefined;
  }
  const code = (end.error as { code?: unknown } | null | undefined)?.code;
  if (typeof code !== "number") return { [NAMES.errorType]: errorTypeOf(end.error) };
  return { [NAMES.errorType]: String(code), [NAMES.statusCode]: String(code) };
}

/** Whether the call is over, and not only one of its rounds. */
export function isOver(end: ObservedEnd): boolean {
  if ("error" in end) return true;
  const { isError, resultType } = (end.result ?? {}) as { isError?: unknown; resultType?: unknown };
  return isError === true || resultType !== "input_required";
}

/** The stable code of an error of midcall's, else the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^ERR_MIDCALL_[A-Z_]{1,64}$/.test(code)) return code;
  const { name } = error.constructor;
  return /^[A-Z]\w{0,63}$/.test(name) ? name : "_OTHER";
}
