/**
 * `midcall/client`: one inbox for every question of every server, for hosts.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export type { ElicitContent } from "../schema/index.js";
export { MidcallError } from "../contracts/errors.js";
export type { Attachment, AttachOptions, OtherInput, ResumedCall } from "./attach/types.js";
export { acceptWithDefaults, applyDefaults, getDefaults, validate } from "./defaults.js";
export { NoAnswererError } from "./errors.js";
export { createInbox } from "./inbox/inbox.js";
export type { Inbox, InboxOptions, Origin, RespondOutcome } from "./inbox/types.js";
export type { InboxPersistence, SavedInbox } from "./inbox/persistence.js";
export type { Policy, ServerRule } from "./inbox/policy.js";
export type { FormQuestion, InboxSnapshot, OpenQuestion, UrlQuestion } from "./inbox/question.js";
export { accept, answerOrThrow, cancel, cannotAsk, decline, reject } from "./attach/results.js";
export type { ElicitResult, OnElicitationCallback } from "./attach/results.js";
export { openWindow } from "./open-window.js";
export { inspectUrl } from "./url-safety/inspect-url.js";
export type { UrlInspection } from "./url-safety/inspect-url.js";
export type { LinkOptions } from "./url-safety/link-options.js";
