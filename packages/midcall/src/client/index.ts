/**
 * `midcall/client`: one inbox for every question of every server, for hosts.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { MidcallError, OptionError } from "../contracts/errors.js";
export type {
  AttachableClient,
  Attachment,
  AttachOptions,
  OtherInput,
  ResumedCall,
} from "./attach/types.js";
export {
  acceptWithDefaults,
  applyDefaults,
  DefaultsError,
  getDefaults,
  validate,
} from "./defaults.js";
export type { ElicitValidationResult } from "./defaults.js";
export type { ElicitContent } from "../schema/requested-schema.js";
export {
  type ClientError,
  InboxAttachError,
  InputKindError,
  InvalidAnswerError,
  InvalidStateError,
  NoAnswererError,
  RoundLimitError,
} from "./errors.js";
export { createInbox } from "./inbox/inbox.js";
export type {
  Inbox,
  InboxCallbackContext,
  InboxCapability,
  InboxOptions,
  Origin,
  RespondOutcome,
} from "./inbox/types.js";
export type { InboxPersistence, SavedCall, SavedInbox } from "./inbox/persistence.js";
export type { Policy, ServerRule } from "./inbox/policy.js";
export type {
  FormQuestion,
  InboxSnapshot,
  OpenQuestion,
  QuestionCall,
  UrlQuestion,
} from "./inbox/question.js";
export {
  accept,
  answerOrThrow,
  cancel,
  cannotAsk,
  decline,
  declineReason,
  reject,
} from "./attach/results.js";
export type {
  ElicitCallbackContext,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  OnElicitationCallback,
} from "./attach/results.js";
export type { NameWarning, NameWarningCode } from "./server-name.js";
export { inspectUrl } from "./url-safety/inspect-url.js";
export type {
  LinkOptions,
  UrlInspection,
  UrlRefusal,
  UrlSafetyOptions,
  UrlWarning,
  UrlWarningCode,
} from "./url-safety/inspect-url.js";
