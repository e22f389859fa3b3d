import { isJsonContentType, type JSONRPCResultResponse } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";

/**
 * Whether nothing in the headers of a POST makes the SDK refuse it.
 *
 * @param negotiated - the protocol version of the session
 */
export function isUsualPost({ headers }: Request, negotiated: string | undefined): boolean {
  const accepted = headers.get("accept");
  return (
    accepted?.includes("application/json") === true &&
    accepted.includes("text/event-stream") &&
    isJsonContentType(headers.get("content-type")) &&
    negotiated !== undefined &&
    headers.get("mcp-protocol-version") === negotiated
  );
}

/** Whether a message is surely a valid response, as nearly all are: the SDK's schemas take much longer. */
export function isUsualResponse(body: unknown): body is JSONRPCResultResponse {
  return (
    isObject(body) &&
    Object.keys(body).length === 3 &&
    body["jsonrpc"] === "2.0" &&
    (typeof body["id"] === "string" || Number.isSafeInteger(body["id"])) &&
    isUsualResult(body["result"])
  );
}

/** Without a `_meta`, which has a schema of its own. */
function isUsualResult(result: unknown): boolean {
  return isObject(result) && !("_meta" in result);
}
