import { Buffer } from "node:buffer";
import { jsonRpcError } from "../json-rpc-error.js";

/**
 * The largest `initialize` message, in bytes of JSON. A session keeps it for as long as it exists, in the memory of each
 * replica that serves it and, where sessions are shared, in the store. What hosts send has less than 4 KiB.
 */
export const MAX_INITIALIZE: number = 64 * 1024;

/** Whether the body that begins a session is larger than a session may keep. */
export function isTooLarge(body: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(body)) > MAX_INITIALIZE;
}

/** The response to it. */
export function refuseLarge(id: string | number | null): Response {
  return jsonRpcError(
    413,
    -32_000,
    `The initialize request is over the limit of ${MAX_INITIALIZE} bytes, because a session keeps it. ` +
      "Declare less in capabilities and clientInfo.",
    {},
    id,
  );
}
