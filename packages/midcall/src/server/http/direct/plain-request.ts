import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { isMethod, type Method } from "../../framework/request-context.js";
import { isKnownEnvelope } from "./known-envelopes.js";

/** The one protocol version whose requests are answered directly. */
export const VERSION = "2026-07-28";

/** Reads a header as a web `Request` does. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** A request for one of the author's handlers that has nothing unusual in it. */
export interface PlainRequest {
  readonly id: string | number;
  readonly method: Method;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly name: string;
  /** The params as the SDK gives them to a handler. */
  readonly params: Record<string, unknown>;
  readonly envelope: Record<string, unknown>;
  readonly inputResponses: Record<string, unknown> | undefined;
  readonly requestState: string | undefined;
}

const MESSAGE_MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
/** In the order in which the SDK lists them. */
const ENVELOPE_MEMBERS = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
] as const;
const ENVELOPE: ReadonlySet<string> = new Set(ENVELOPE_MEMBERS);
const PARAMS: Readonly<Record<Method, ReadonlySet<string>>> = {
  "tools/call": new Set(["name", "arguments", "_meta", "inputResponses", "requestState"]),
  "prompts/get": new Set(["name", "arguments", "_meta", "inputResponses", "requestState"]),
  "resources/read": new Set(["uri", "_meta", "inputResponses", "requestState"]),
};

/**
 * Recognises a request that the SDK would pass to a handler exactly as it stands. Only what is certain is recognised:
 * whatever has another member, another header or another form than the usual is for the SDK to judge.
 *
 * @param body - The JSON body as `JSON.parse` has read it
 */
export function readPlainRequest(body: unknown, headers: HeaderReader): PlainRequest | undefined {
  if (!isObject(body) || !hasOnly(body, MESSAGE_MEMBERS)) return undefined;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== "2.0" || !(typeof id === "string" || Number.isSafeInteger(id))) return undefined;
  if (!isMethod(method) || !isObject(params) || !hasOnly(params, PARAMS[method])) return undefined;
  const name = params[method === "resources/read" ? "uri" : "name"];
  if (typeof name !== "string") return undefined;
  if (
    headers.get("mcp-protocol-version") !== VERSION ||
    headers.get("mcp-method") !== method ||
    headers.get("mcp-name") !== name ||
    name.startsWith("=?")
  ) {
    return undefined;
  }
  const { _meta: meta, arguments: given, inputResponses, requestState } = params;
  if (!isObject(meta) || !hasOnly(meta, ENVELOPE) || meta[PROTOCOL_VERSION_META_KEY] !== VERSION)
    return undefined;
  if (given !== undefined && !isPlainRecord(given, method === "prompts/get")) return undefined;
  if (inputResponses !== undefined && !areResponses(inputResponses)) return undefined;
  if (requestState !== undefined && typeof requestState !== "string") return undefined;
  if (!isKnownEnvelope(meta)) return undefined;
  return {
    id: id as string | number,
    method,
    name,
    params:
      method === "resources/read"
        ? { uri: name }
        : given === undefined
          ? { name }
          : { name, arguments: given },
    envelope: envelopeOf(meta),
    inputResponses: inputResponses && { ...inputResponses },
    requestState,
  };
}

/** Object.keys lists own members alone, among them one that is called `__proto__`. */
function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  for (const key of Object.keys(value)) if (!known.has(key)) return false;
  return true;
}

/** Names that the SDK's schemas treat in a way of their own. */
function hasSpecialName(value: object): boolean {
  return Object.hasOwn(value, "__proto__") || Object.hasOwn(value, "constructor");
}

function isPlainRecord(value: unknown, ofStrings: boolean): boolean {
  if (!isObject(value) || hasSpecialName(value)) return false;
  return !ofStrings || Object.values(value).every((member) => typeof member === "string");
}

/** Whether each response is one that the SDK passes on. */
function areResponses(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || hasSpecialName(value)) return false;
  return Object.values(value).every(
    (response) => isObject(response) && !("method" in response) && !("result" in response),
  );
}

function envelopeOf(meta: Record<string, unknown>): Record<string, unknown> {
  const envelope: Record<string, unknown> = {};
  for (const key of ENVELOPE_MEMBERS) if (Object.hasOwn(meta, key)) envelope[key] = meta[key];
  return envelope;
}
