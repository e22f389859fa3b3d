/**
 * `midcall`: what servers, hosts and pages share: answers, errors, and the types of `requestedSchema`.
 *
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
} from "./contracts/answers.js";
export { MidcallError, OptionError } from "./contracts/errors.js";
export type {
  BooleanSchema,
  ContentOf,
  ContentValue,
  ElicitContent,
  EnumSchema,
  FieldSchema,
  MultiEnumSchema,
  NumberEnumSchema,
  NumberSchema,
  RequestedSchema,
  TextFormat,
  TextSchema,
  TitledEnumSchema,
  TitledOption,
} from "./schema/index.js";
