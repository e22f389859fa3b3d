/**
 * `midcall/terminal`: shows the questions of an inbox at a terminal, for hosts that run in one. Needs the package
 * `@clack/prompts`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { askForm } from "./prompts/ask-form.js";
export type { AskedForm, AskFormOptions } from "./prompts/ask-form.js";
export { MESSAGES } from "./messages.js";
export type { TerminalMessages } from "./messages.js";
export { mountTerminal } from "./mount-terminal.js";
export type { MountTerminalOptions, TerminalMount } from "./mount-terminal.js";
export { acquireInput } from "./input/acquire-input.js";
