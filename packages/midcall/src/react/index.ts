/**
 * `midcall/react`: questions of servers in a React app, accessible and safe, in the style of
 * `midcall/react/theme.css` or one of your own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { ElicitationDialog } from "./elicitation-dialog.js";
export { ElicitationForm, type ElicitationFormProps } from "./elicitation-form.js";
export { ElicitationInbox, type ElicitationInboxProps } from "./elicitation-inbox.js";
export { ElicitationProvider, type ElicitationProviderProps } from "./elicitation-provider.js";
export { ElicitationQuestion, type ElicitationQuestionProps } from "./elicitation-question.js";
export { NotConnectedError, ProviderMissingError } from "./errors.js";
export { FormFields, type FormFieldsProps } from "./form-fields.js";
export type { McpEra } from "./mcp-connection.js";
export type { ElicitationMessages } from "./messages.js";
export { ServerRule, type ServerRuleProps } from "./server-rule.js";
export type { ElicitationStore } from "./store.js";
export { UrlConsent, type UrlConsentProps } from "./url-consent.js";
export { type Elicitations, useElicitations } from "./use-elicitations.js";
export { type FailedSubmit, type UsedForm, useForm } from "./use-form.js";
export { type CallToolOptions, type UsedMcp, useMcp, type UseMcpOptions } from "./use-mcp.js";
