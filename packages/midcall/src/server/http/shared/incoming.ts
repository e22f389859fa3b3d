import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { isMethod } from "../../framework/request-context.js";
import type { CallRequestMessage } from "./calls/call-records.js";

type RequestId = string | number;

/** A single request that may ask its user. */
export function callOf(body: unknown): CallRequestMessage | undefined {
  const { jsonrpc, id, method } = (body ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && isRequestId(id) && isMethod(method)
    ? (body as CallRequestMessage)
    : undefined;
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
