import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import type { Method } from "../../framework/request-context.js";
import { isInputRequest, type ClientCapabilities } from "./input-requests.js";

/** What the result of a request is written with. */
export interface ResultParts {
  readonly id: string | number;
  readonly method: Method;
  readonly capabilities: unknown;
  readonly serverInfo: unknown;
}

/**
 * The JSON-RPC response with the result of a handler, as the SDK writes it. `undefined` for a result that the SDK has to
 * look at: it may complete it, change it or refuse it.
 */
export function writePlainResult(result: unknown, parts: ResultParts): string | undefined {
  if (!isPlain(result) || !isObject(result)) return undefined;
  const written =
    result["resultType"] === "input_required"
      ? completeQuestions(result, parts)
      : result["resultType"] === undefined
        ? COMPLETE[parts.method](result, { [SERVER_INFO_META_KEY]: parts.serverInfo })
        : undefined;
  if (written === undefined) return undefined;
  try {
    return JSON.stringify({ result: written, jsonrpc: "2.0", id: parts.id });
  } catch {
    return undefined;
  }
}

type Complete = (result: Record<string, unknown>, meta: object) => object | undefined;

const COMPLETE: Readonly<Record<Method, Complete>> = {
  "tools/call": (result, meta) => {
    const { content, structuredContent, isError, ...others } = result;
    if (Object.keys(others).length > 0 || !isTexts(content)) return undefined;
    if (isError !== undefined && typeof isError !== "boolean") return undefined;
    return {
      content,
      ...(structuredContent !== undefined && { structuredContent }),
      ...(isError !== undefined && { isError }),
      resultType: "complete",
      _meta: meta,
    };
  },
  "prompts/get": (result, meta) =>
    isUnchanged(result) ? { ...result, resultType: "complete", _meta: meta } : undefined,
  "resources/read": (result, meta) =>
    isUnchanged(result) && !("ttlMs" in result) && !("cacheScope" in result)
      ? { ...result, resultType: "complete", ttlMs: 0, cacheScope: "private", _meta: meta }
      : undefined,
};

function isUnchanged(result: object): boolean {
  return !("_meta" in result) && !("capabilities" in result) && !("resultType" in result);
}

const INPUT_REQUIRED: ReadonlySet<string> = new Set([
  "resultType",
  "inputRequests",
  "requestState",
  "_meta",
]);

function completeQuestions(
  result: Record<string, unknown>,
  { capabilities, serverInfo }: ResultParts,
): object | undefined {
  const { inputRequests, requestState, _meta } = result;
  if (!Object.keys(result).every((key) => INPUT_REQUIRED.has(key))) return undefined;
  if (typeof requestState !== "string" || !isObject(_meta) || SERVER_INFO_META_KEY in _meta)
    return undefined;
  const asked = inputRequests === undefined ? [] : isObject(inputRequests) && inputRequests;
  if (asked === false) return undefined;
  for (const request of Object.values(asked))
    if (!isInputRequest(request, capabilities as ClientCapabilities)) return undefined;
  return { ...result, _meta: { ..._meta, [SERVER_INFO_META_KEY]: serverInfo } };
}

/** Whether a value is an object without a class and without members that JSON does not show. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.getOwnPropertySymbols(value).length === 0
  );
}

function isTexts(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  // A loop, because `every` passes over missing items.
  for (let at = 0; at < content.length; at += 1) if (!isText(content[at])) return false;
  return true;
}

function isText(item: unknown): boolean {
  if (!isPlain(item)) return false;
  const { type, text } = item as { type?: unknown; text?: unknown };
  return type === "text" && typeof text === "string" && Object.keys(item as object).length === 2;
}
