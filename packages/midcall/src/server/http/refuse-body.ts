import { MAX_JSON_DEPTH } from "../../internal/json-depth.js";
import { jsonRpcError } from "./json-rpc-error.js";

/** The levels of a message around the arguments and answers in it. */
const AROUND = 8;

/**
 * The refusal of a body that no part of midcall or of the SDK is to read, or `undefined`: several messages at once, of which each
 * would need the checks of its own, data that recursive functions fail on, and numbers that no text of JSON has, so that a saved
 * call would get other arguments than the one that was answered.
 *
 * @param body - as `JSON.parse` has read it
 */
export function refuseBody(body: unknown): Response | undefined {
  if (Array.isArray(body))
    return jsonRpcError(
      400,
      INVALID_REQUEST,
      "JSON-RPC batches ended with 2025-06-18. Send each message in a request of its own.",
    );
  const flaw = flawOf(body, 0);
  if (flaw === undefined) return undefined;
  const { id, params } = Object(body) as { readonly id?: unknown; readonly params?: unknown };
  const { arguments: args, inputResponses } = Object(params) as Record<string, unknown>;
  const what =
    flawOf(args, AROUND) === flaw
      ? "arguments are"
      : flawOf(inputResponses, AROUND) === flaw
        ? "answers are"
        : "message is";
  const text =
    flaw === "deep" ? `The ${what} nested more than ${MAX_JSON_DEPTH} levels deep.` : OUT;
  const named = typeof id === "string" || Number.isFinite(id) ? (id as string) : null;
  return jsonRpcError(400, INVALID_PARAMS, text, {}, named);
}

const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const OUT = "The message has a number that is out of range. Send it as text.";

function flawOf(value: unknown, depth: number): "deep" | "number" | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "number";
  if (value === null || typeof value !== "object") return undefined;
  if (depth >= MAX_JSON_DEPTH + AROUND) return "deep";
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    const flaw = flawOf(inner, depth + 1);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}
