/**
 * `midcall/server`: one `await ctx.elicit(…)` for every protocol version.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export type { Answer, UnansweredReason, UrlAnswer } from "../contracts/answers.js";
export { MidcallError, OptionError } from "../contracts/errors.js";
export type { RequestedSchema } from "../schema/index.js";
export type { SchemaInput } from "../schema/answer/types.js";
export type { ConnectedAccount, ConnectOptions } from "./credentials/connect.js";
export type { ElicitationContext } from "./sdk-v2/context.js";
export {
  createElicitation,
  type HandlerOptions,
  type ServerElicitation,
} from "./create-elicitation.js";
export { QuestionError } from "./errors.js";
export type { FallbackWay } from "./fallback/ways.js";
export type { HostOverride } from "./host/overrides.js";
export type { HttpHandler } from "./http/handler.js";
export type { HttpHandlerOptions } from "./http/handler-options.js";
export type { ElicitationOptions, Limits } from "./options.js";
export { PageOutcomeError } from "./credentials/page-outcome.js";
export type { ElicitationPages } from "../contracts/pages.js";
export type { ConfirmOptions, ElicitOptions, UrlElicitOptions } from "./elicitation/question.js";
export type { SecretOptions } from "./credentials/secret.js";
export type { JsonForm } from "./call/journal/json-form.js";
export type { StepOptions } from "./call/steps.js";
