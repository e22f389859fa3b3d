/**
 * `midcall`: types and errors that servers, hosts and pages share: answers, errors, and the types of `requestedSchema`.
 *
 * @module
 */
export type { Answer, UnansweredReason, UrlAnswer } from "./contracts/answers.js";
export { MidcallError, OptionError } from "./contracts/errors.js";
export type { ElicitContent, RequestedSchema } from "./schema/index.js";
