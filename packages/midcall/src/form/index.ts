/**
 * `midcall/form`: the model of a form, for any user interface.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 * @module
 */
export { createForm } from "./create-form.js";
export type { Form, FormField, FormIssue, FormOptions, FormState } from "./form-types.js";
export { displayText } from "./text.js";
