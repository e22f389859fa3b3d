/**
 * `midcall/testing`: scripted users and real clients, on every protocol version, with faults on the wire, and matchers.
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
export { invalidContent, validContent } from "./content/content.js";
export {
  delay,
  disconnect,
  drop,
  duplicate,
  isAnswer,
  isQuestion,
  reorder,
  truncate,
} from "./faults/fault.js";
export type { Fault, WireMessage } from "./faults/fault.js";
export { injectFaults } from "./faults/inject.js";
export {
  assertAnswersUsedOnce,
  assertAsked,
  assertDeclinedTruthfully,
  assertNoLeftoverAnswers,
} from "./matchers/assert.js";
export type { ExpectedQuestion } from "./matchers/checks.js";
export { midcallMatchers } from "./matchers/vitest.js";
export type { MidcallMatchers } from "./matchers/vitest.js";
export { protocolVersions, forEachProtocolVersion } from "./protocol-versions.js";
export type { ProtocolVersion } from "./protocol-versions.js";
export { createTestHost } from "./host.js";
export type { TestHost, TestHostOptions } from "./host.js";
export type { Question } from "./question.js";
export { formatTranscript } from "./transcript.js";
