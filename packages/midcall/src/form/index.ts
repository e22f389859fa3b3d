/**
 * The headless form engine: one model of every field a question can have, for any user interface.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 * @module
 */
export { createForm } from "./create-form.js";
export type {
  FieldDisplay,
  FieldInput,
  FieldState,
  Form,
  FormField,
  FormIssue,
  FormIssueCode,
  FormOptions,
  FormResult,
  FormState,
} from "./form-types.js";
export { limitsOf } from "./limits-of.js";
export { displayText } from "./text.js";
