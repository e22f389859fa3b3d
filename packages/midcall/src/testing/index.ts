/**
 * `midcall/testing`: scripted users and real clients, on every protocol version.
 *
 * @module
 */
export {
  accept,
  after,
  cancel,
  cannotAsk,
  decline,
  hostError,
  invalidThen,
  never,
  rawResult,
  syntheticDecline,
} from "./answers.js";
export type { Answer, Answers } from "./answers.js";
export { protocolVersions, forEachProtocolVersion } from "./protocol-versions.js";
export type { ProtocolVersion } from "./protocol-versions.js";
export { createTestHost } from "./host.js";
export type { TestHost, TestHostOptions } from "./host.js";
export type { Question } from "./question.js";
export { formatTranscript } from "./transcript.js";
