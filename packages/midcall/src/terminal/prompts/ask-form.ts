import type { Form, FormOptions } from "../../form/form-types.js";
import { assertOptions } from "../../internal/assert-options.js";
import { REVIEW_MODES, type ReviewMode } from "../../form/answer-layout.js";
import type { ElicitContent } from "../../client/index.js";
import type { Dialog, ExitActions } from "./dialog.js";
import { NoTerminalError } from "../errors.js";
import { fillForm } from "./fill-form.js";
import { MESSAGES, type TerminalMessages } from "../messages.js";
import { isInteractive, type TerminalInput, type TerminalOutput } from "../input/streams.js";
import { bold } from "../output/style.js";
import { createTerminal } from "../terminal.js";
import { acquireInput } from "../input/acquire-input.js";

/** Options of {@link askForm}. */
export interface AskFormOptions {
  /** The stream from which keys are read. Default `process.stdin`. */
  readonly input?: TerminalInput | undefined;
  /** The stream on which the form is shown. Default `process.stdout`. */
  readonly output?: TerminalOutput | undefined;
  readonly messages?: Partial<TerminalMessages> | undefined;
  /** The option that was passed to `createForm`, to show which offset a time without one gets. */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /** Closes the form; the result is then `cancel`. */
  readonly signal?: AbortSignal | undefined;
  /** When the whole form is shown before it is accepted. Default `auto`: where that shows something new. */
  readonly review?: ReviewMode | undefined;
  /** A line above the form, safe to show. */
  readonly title?: string | undefined;
  /** Labels of the exit actions; `decline: false` leaves that one out. */
  readonly exitActions?: ExitActions | undefined;
}

/** The result of {@link askForm}. `interrupted`: the user pressed Ctrl-C twice. */
export type AskedForm =
  | { readonly action: "accept"; readonly content: ElicitContent }
  | { readonly action: "decline" }
  | { readonly action: "cancel"; readonly interrupted?: true };

/**
 * Asks the user to fill in a form at the terminal, field by field, until the user sends it, declines or cancels. With
 * `review`, or where that shows something new, the whole form is then shown, and every field can be changed. The `content` of an `accept` is valid for the schema.
 *
 * The terminal is in raw mode while the form is shown, and is restored afterwards. The form and the questions of an
 * inbox on the same input are shown one after the other.
 *
 * @param form - created with `createForm` of `midcall/form`
 * @param options - streams, texts, title, and the exit actions
 * @returns the action, with the `content` by field name if the user accepted
 * @throws NoTerminalError if input or output is not a terminal
 *
 * @example
 * ```ts
 * const form = createForm({ type: "object", properties: { dir: { type: "string" } }, required: ["dir"] });
 * const asked = await askForm(form, { title: "clean_up needs:", exitActions: { send: "Call it", decline: false } });
 * if (asked.action === "accept") await client.callTool({ name: "clean_up", arguments: asked.content });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export async function askForm(form: Form, options: AskFormOptions = {}): Promise<AskedForm> {
  assertOptions<AskFormOptions>("askForm", options, {
    input: "object",
    output: "object",
    messages: "object",
    timeZoneOffset: ["string", "function"],
    signal: "object",
    review: { oneOf: REVIEW_MODES },
    title: "string",
    exitActions: "object",
  });
  assertOptions<ExitActions>("exitActions of askForm", options.exitActions, {
    send: "string",
    decline: ["string", "boolean"],
    cancel: "string",
  });
  const { input = process.stdin, output = process.stdout, signal, exitActions = {} } = options;
  if (!isInteractive(input, output)) throw new NoTerminalError();
  const over = new AbortController();
  const end = (): void => over.abort();
  if (signal?.aborted) return { action: "cancel" };
  const release = await acquireInput(input, signal);
  if (signal?.aborted) {
    release();
    return { action: "cancel" };
  }
  signal?.addEventListener("abort", end);
  const messages = { ...MESSAGES, ...options.messages };
  const terminal = createTerminal(input, output, messages);
  terminal.keyboard.take(end);
  try {
    const dialog: Dialog = {
      terminal,
      messages,
      signal: over.signal,
      exitActions,
      isTyped: () => form.getSnapshot().dirty,
    };
    if (options.title) terminal.screen.print(`\n${options.title}`, bold);
    const { timeZoneOffset, review = "auto" } = options;
    const filled = await fillForm(dialog, form, { timeZoneOffset, review });
    if ("content" in filled) return { action: "accept", content: filled.content };
    if (filled.way === "decline") return { action: "decline" };
    return { action: "cancel", ...(filled.way === "interrupt" && { interrupted: true }) };
  } finally {
    signal?.removeEventListener("abort", end);
    terminal.keyboard.release();
    terminal.screen.pages.drop();
    terminal.screen.close();
    release();
  }
}
