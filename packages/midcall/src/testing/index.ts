/**
 * `midcall/testing`: scripted people in front of real clients, on every protocol revision.
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
export type { Answer, Answers, Person, ResultAnswer, ScriptItem } from "./answers.js";
export type { OtherRequest } from "./asking.js";
export type { TestCallOptions } from "./calls.js";
export { eras, forEachEra } from "./eras.js";
export type { Era } from "./eras.js";
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
