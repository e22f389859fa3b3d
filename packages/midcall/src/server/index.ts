/**
 * `midcall/server`: one `await ctx.elicit(…)` for every protocol revision.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export type {
  Accepted,
  Answer,
  Cancelled,
  Declined,
  Unanswered,
  UnansweredReason,
  UrlAccepted,
  UrlAnswer,
  Via,
} from "../answers.js";
export { MidcallError, OptionError } from "../errors.js";
export type { ElicitContent, RequestedSchema, SchemaInput } from "../schema/index.js";
export type { Elicitation, ElicitationContext } from "./context.js";
export {
  createElicitation,
  type HandlerParameters,
  type SdkHandler,
  type ServerElicitation,
  type Verify,
  type VerifyState,
} from "./create-elicitation.js";
export {
  AttachError,
  CannotElicitError,
  DuplicateQuestionError,
  LimitError,
  QuestionError,
  ReplayMismatchError,
  type ServerError,
  StateError,
  type StateRefusal,
  StepInterruptedError,
  StepKeyError,
  StepNestingError,
  StepValueError,
  UnansweredError,
} from "./errors.js";
export { type HostOverride, knownHosts } from "./host-overrides.js";
export type {
  HttpHandler,
  HttpHandlerOptions,
  HttpRequestOptions,
  ServerFactory,
} from "./http-handler.js";
export type { Logger } from "./logger.js";
export type { ElicitationOptions, Limits } from "./options.js";
export type {
  ConfirmOptions,
  ElicitOptions,
  QuestionOptions,
  UrlElicitOptions,
} from "./question.js";
export type { PrincipalContext } from "./principal.js";
export type { Secret } from "./seal.js";
export type { StepContext, StepOptions } from "./step.js";
