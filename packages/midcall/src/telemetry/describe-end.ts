import type { Attributes } from "@opentelemetry/api";
import type { ObservedEnd } from "../contracts/telemetry.js";
import { TELEMETRY_ATTRIBUTES as NAMES } from "./names.js";

/** How a request ended. */
export interface DescribedEnd {
  /** Whether it failed; a decline is not an error. */
  readonly isError: boolean;
  /** Whether the call is over, and not only one of its rounds. */
  readonly isFinal: boolean;
  readonly attributes: Attributes;
}

/** Describes how a request ended by codes alone: no message of an error, which may have an answer in it. */
export function describeEnd(end: ObservedEnd): DescribedEnd {
  if ("error" in end) {
    const code = (end.error as { code?: unknown } | null | undefined)?.code;
    const status = typeof code === "number" ? String(code) : undefined;
    return {
      isError: true,
      isFinal: true,
      attributes: {
        [NAMES.errorType]: status ?? errorTypeOf(end.error),
        ...(status !== undefined && { [NAMES.statusCode]: status }),
      },
    };
  }
  const { isError, resultType } = (end.result ?? {}) as { isError?: unknown; resultType?: unknown };
  if (isError === true)
    return { isError: true, isFinal: true, attributes: { [NAMES.errorType]: "tool_error" } };
  return { isError: false, isFinal: resultType !== "input_required", attributes: {} };
}

/** The stable code of an error of midcall's, else the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^ERR_MIDCALL_[A-Z_]{1,64}$/.test(code)) return code;
  const { name } = error.constructor;
  return /^[A-Z]\w{0,63}$/.test(name) ? name : "_OTHER";
}
