/**
 * The `requestedSchema` language: its types, reading it, writing it, and checking answers against it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 * @module
 */
export { answerSchema } from "./answer-schema.js";
export type {
  AnswerOf,
  AnswerSchema,
  AnswerSchemaOptions,
  CheckResult,
  SchemaInput,
} from "./answer-schema.js";
export type { ContentIssue, ContentIssueCode } from "./validate/check-value.js";
export { fromChoices } from "./convert/choices.js";
export type { Choice, Choices, MultiChoices } from "./convert/choices.js";
export { getDefaults } from "./validate/defaults.js";
export { toProtocolVersion } from "./versions/to-version.js";
export type { VersionedSchema, ProtocolVersion } from "./versions/to-version.js";
export type {
  BooleanField,
  Field,
  FieldBase,
  FieldOption,
  MultiSelectField,
  NumberField,
  ParsedSchema,
  SelectField,
  TextField,
  UnsupportedField,
} from "./fields.js";
export { DEFAULT_LIMITS } from "./parse/limits.js";
export type { SchemaLimits } from "./parse/limits.js";
export { parseRequestedSchema } from "./parse/parse.js";
export type { ParseOptions } from "./parse/parse.js";
export { compilePattern, PatternError } from "./pattern/index.js";
export type { Pattern } from "./pattern/index.js";
export { readSchema } from "./parse/lenient-schema.js";
export type {
  BooleanSchema,
  ContentOf,
  ContentValue,
  ElicitContent,
  EnumSchema,
  FieldContent,
  FieldSchema,
  FieldText,
  MultiEnumItems,
  MultiEnumSchema,
  NumberEnumSchema,
  NumberSchema,
  RequestedSchema,
  TextFormat,
  TextSchema,
  TitledEnumSchema,
  TitledOption,
} from "./requested-schema.js";
export { SchemaError } from "./parse/schema-error.js";
export type { SchemaIssue } from "./parse/schema-error.js";
export { assertNoSecrets, findSecretFields, SecretFieldError } from "./secrets/find-secrets.js";
export type { SecretFinding, SecretKind, SecretOverride } from "./secrets/find-secrets.js";
export { SlowPatternError } from "./pattern/slow-pattern-error.js";
export { fromStandardSchema } from "./convert/standard.js";
export type { StandardSchemaWithJson } from "./convert/standard.js";
export { SchemaUnsupportedError } from "./convert/unsupported-error.js";
export { describeIssues, validateContent } from "./validate/validate.js";
export type { ContentResult } from "./validate/validate.js";
