/**
 * `midcall/client/messages`: what `inbox.attach` does with messages of a server that break the rules, for code that reads
 * messages without an official client.
 *
 * @module
 */
export { MAX_JSON_DEPTH } from "../internal/json-depth.js";
export { endMalformedMessages } from "./attach/malformed-messages.js";
export { readMessage } from "../internal/read-message.js";
export type { ReadMessage } from "../internal/read-message.js";
