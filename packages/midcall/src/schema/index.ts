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
export type { ContentIssue, ContentIssueCode } from "./check-value.js";
export { fromChoices } from "./choices.js";
export type { Choice, Choices, MultiChoices } from "./choices.js";
export { getDefaults } from "./defaults.js";
export { downLevel } from "./down-level.js";
export type { DownLevelled, Revision } from "./down-level.js";
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
export { DEFAULT_LIMITS } from "./limits.js";
export type { SchemaLimits } from "./limits.js";
export { parseRequestedSchema } from "./parse.js";
export type { ParseOptions } from "./parse.js";
export { compilePattern, PatternError } from "./pattern/index.js";
export type { Pattern } from "./pattern/index.js";
export { readSchema } from "./read-schema.js";
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
export { SchemaError } from "./schema-error.js";
export type { SchemaIssue } from "./schema-error.js";
export { assertNoSecrets, findSecretFields, SecretFieldError } from "./secrets.js";
export type { SecretFinding, SecretKind, SecretOverride } from "./secrets.js";
export { SlowPatternError } from "./slow-pattern-error.js";
export { fromStandardSchema } from "./standard.js";
export type { StandardSchemaWithJson } from "./standard.js";
export { SchemaUnsupportedError } from "./unsupported-error.js";
export { describeIssues, validateContent } from "./validate.js";
export type { ContentResult } from "./validate.js";
