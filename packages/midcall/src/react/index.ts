"use client";

/**
 * `midcall/react`: accessible React components for the questions of servers, with the style sheet
 * `midcall/react/theme.css` or your own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { ElicitationDialog } from "./components/elicitation-dialog.js";
export { ElicitationForm } from "./components/elicitation-form.js";
export { ElicitationInbox } from "./components/elicitation-inbox.js";
export { ElicitationProvider } from "./components/elicitation-provider.js";
export { ElicitationQuestion } from "./components/elicitation-question.js";
export type { ElicitationComponents } from "./customizing/components.js";
export { FormFields } from "./fields/form-fields.js";
export type { ElicitationMessages } from "./messages.js";
export { ServerRule } from "./components/server-rule.js";
export type { ElicitationStore } from "./hooks/store.js";
export { HeldQuestionList } from "./held/held-questions.js";
export { OpenedLinks } from "./links/opened-links.js";
export { openWindow } from "../client/open-window.js";
export { UrlConsent } from "./links/url-consent.js";
export { type Elicitations, useElicitations } from "./hooks/use-elicitations.js";
export { type UsedForm, useForm } from "./hooks/use-form.js";
export { type UsedMcp, useMcp, type UseMcpOptions } from "./hooks/use-mcp.js";
