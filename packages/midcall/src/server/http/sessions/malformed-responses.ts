import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCResultResponse,
} from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { jsonRpcError } from "../json-rpc-error.js";

/**
 * Whether a message was meant as a response and is not valid JSON-RPC: it has both a result and an error, or neither, or one
 * of the wrong form. The SDK refuses such a message without saying which request it names.
 *
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function isMalformedResponse(body: unknown): boolean {
  if (!isObject(body) || "method" in body || body["id"] === undefined) return false;
  if (isUsualResponse(body)) return false;
  return !isJSONRPCResultResponse(body) && !isJSONRPCErrorResponse(body);
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

/** The HTTP response to it. */
export function refuseMalformed(): Response {
  return jsonRpcError(
    400,
    -32_600,
    "This JSON-RPC response is malformed: it must have either a result, which is an object, or an error with a code and a message, " +
      "and nothing else beside jsonrpc and id. If it names an open request, that request has ended without an answer.",
  );
}
