/**
 * `midcall/react`: questions of servers in a React app, accessible and safe, in the style of
 * `midcall/react/theme.css` or one of your own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { ElicitationDialog } from "./components/elicitation-dialog.js";
export { ElicitationForm, type ElicitationFormProps } from "./components/elicitation-form.js";
export { ElicitationInbox, type ElicitationInboxProps } from "./components/elicitation-inbox.js";
export {
  ElicitationProvider,
  type ElicitationProviderProps,
} from "./components/elicitation-provider.js";
export {
  ElicitationQuestion,
  type ElicitationQuestionProps,
} from "./components/elicitation-question.js";
export { NotConnectedError, ProviderMissingError } from "./errors.js";
export { FormFields, type FormFieldsProps } from "./fields/form-fields.js";
export type { McpProtocolVersion } from "./hooks/mcp-connection.js";
export type { ElicitationMessages } from "./messages.js";
export { ServerRule, type ServerRuleProps } from "./components/server-rule.js";
export type { ElicitationStore } from "./hooks/store.js";
export { UrlConsent, type UrlConsentProps } from "./components/url-consent.js";
export { type Elicitations, useElicitations } from "./hooks/use-elicitations.js";
export { type FailedSubmit, type UsedForm, useForm } from "./hooks/use-form.js";
export { type CallToolOptions, type UsedMcp, useMcp, type UseMcpOptions } from "./hooks/use-mcp.js";
