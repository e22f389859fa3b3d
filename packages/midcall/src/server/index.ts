/**
 * `midcall/server`: one `await ctx.elicit(…)` for every protocol version.
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
} from "../contracts/answers.js";
export type { ServerError } from "./server-error.js";
export { MidcallError, OptionError } from "../contracts/errors.js";
export type { ElicitContent, RequestedSchema, SchemaInput } from "../schema/index.js";
export type { ConnectedAccount, ConnectOptions } from "./credentials/connect.js";
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
  NoPrincipalError,
  QuestionError,
  ReplayMismatchError,
  SecretGoneError,
  StateError,
  type StateRefusal,
  StepInterruptedError,
  StepKeyError,
  StepNestingError,
  StepValueError,
  StoreFailedError,
  UnansweredError,
} from "./errors.js";
export { type HostOverride, knownHosts } from "./host/overrides.js";
export type { HttpHandler, HttpHandlerOptions } from "./http/handler.js";
export type { HttpRequestOptions, ServerFactory } from "./http/types.js";
export type { Logger } from "./logger.js";
export type { ElicitationOptions, Limits } from "./options.js";
export { PageOutcomeError } from "./credentials/page-outcome.js";
export type { PageOutcome, PageQuestionOptions } from "./credentials/credential-request.js";
export type {
  CheckVerdict,
  ElicitationPages,
  LiveCheck,
  PageVisit,
  StoredSecret,
  StoredValue,
  VisitEnd,
  VisitLink,
} from "../contracts/pages.js";
export type {
  ConfirmOptions,
  ElicitOptions,
  QuestionOptions,
  UrlElicitOptions,
} from "./elicitation/question.js";
export type { PrincipalContext } from "./principal.js";
export type { SecretKey } from "./state/sealer.js";
export type { SecretOptions, SecretTexts } from "./credentials/secret.js";
export type { SecretSchema } from "./credentials/secret-schema.js";
export type { StepContext, StepOptions } from "./call/steps.js";
