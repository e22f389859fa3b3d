import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { isMethod } from "../../framework/request-context.js";
import { jsonRpcError } from "../json-rpc-error.js";
import type { CallRequestMessage } from "./calls/call-records.js";

type RequestId = string | number;

/** The part of a message that decides where it goes. */
export interface Loose {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown; readonly reason?: unknown } | undefined;
}

/** A single request that may ask its user. */
export function callOf(body: unknown): CallRequestMessage | undefined {
  const { jsonrpc, id, method } = (body ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && isRequestId(id) && isMethod(method)
    ? (body as CallRequestMessage)
    : undefined;
}

/** The id of a request; `undefined` for all other messages. */
export function idOfRequest(body: unknown): RequestId | undefined {
  return isObject(body) && "method" in body && isRequestId(body["id"]) ? body["id"] : undefined;
}

export function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}

/** Whether the SDK would accept this request for a stream. */
export function isAcceptable({ headers }: Request): boolean {
  const version = headers.get("mcp-protocol-version");
  return (
    headers.get("accept")?.includes("text/event-stream") === true &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  );
}

/** The answer to a request whose id is that of another one, which is still running. */
export function idInUse(id: RequestId): Response {
  return jsonRpcError(400, -32_600, "A request with this id is still running.", {}, id);
}

/** The answer to a `Last-Event-ID` that was not made in the session. */
export function unknownEvent(): Response {
  return jsonRpcError(400, -32_000, "This Last-Event-ID is not one of this session.");
}
