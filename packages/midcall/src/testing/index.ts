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
export type { Answer, Answers, Responder, ResultAnswer, ScriptItem } from "./answers.js";
export type { OtherRequest } from "./elicitation-handler.js";
export type { TestCallOptions } from "./calls.js";
export { protocolVersions, forEachProtocolVersion } from "./protocol-versions.js";
export type { ProtocolVersion } from "./protocol-versions.js";
export {
  CallTimeoutError,
  HostClosedError,
  LeftoverAnswersError,
  TooManyRoundsError,
  UnexpectedQuestionError,
  UnexpectedRequestError,
} from "./errors.js";
export { createTestHost } from "./host.js";
export type { TestHost, TestHostOptions } from "./host.js";
export type { Question, QuestionCall } from "./question.js";
export type { FetchHandler, ServeOptions } from "./serve.js";
export { formatTranscript } from "./transcript.js";
export type { TranscriptEntry } from "./transcript.js";
