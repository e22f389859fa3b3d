import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { jsonRpcError } from "../json-rpc-error.js";
import { isUsualResponse } from "./usual-posts.js";

/**
 * Whether a message was meant as a response and is not valid JSON-RPC: it has both a result and an error, or neither, or one
 * of the wrong form. The SDK refuses such a message without saying which request it names.
 *
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function isMalformedResponse(body: unknown): body is object {
  if (!isObject(body) || "method" in body || body["id"] === undefined) return false;
  if (isUsualResponse(body)) return false;
  return !isJSONRPCResultResponse(body) && !isJSONRPCErrorResponse(body);
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
