import type { TerminalMessages } from "../messages.js";
import type { Style } from "../output/style.js";
import type { Terminal } from "../terminal.js";
import { withKeys } from "./pick.js";

/** How a dialog ended without an answer. */
export type ExitAction = "decline" | "cancel" | "interrupt" | "gone";

/** Labels of the exit actions; `decline: false` leaves that one out. */
export interface ExitActions {
  readonly send?: string | undefined;
  readonly decline?: string | false | undefined;
  readonly cancel?: string | undefined;
}

/** Everything needed to show one question. */
export interface Dialog {
  readonly terminal: Terminal;
  readonly messages: TerminalMessages;
  /** Aborted when the question is over. */
  readonly signal: AbortSignal;
  readonly exitActions: ExitActions;
  /** Called when the user has answered a field or chosen to go on, so that a time limit can be restarted. */
  readonly onActivity?: (() => void) | undefined;
  /** Whether the user has entered something that leaving would lose. */
  readonly isTyped?: (() => boolean) | undefined;
}

/** Prints a text from the server, in pages if it is long. */
export function printText({ terminal: { screen } }: Dialog, text: string, style?: Style): void {
  screen.print("");
  screen.quote(text, style);
}

/** The choices to end a question without an answer. */
export function exitChoices({
  exitActions,
  messages,
}: Dialog): { value: "decline" | "cancel"; label: string }[] {
  return [
    ...(exitActions.decline === false
      ? []
      : [{ value: "decline" as const, label: exitActions.decline ?? messages.decline }]),
    { value: "cancel", label: exitActions.cancel ?? messages.cancel },
  ];
}

/**
 * Asks for a choice that must be made explicitly: Escape and Ctrl-C lead to the exit actions.
 *
 * @param initial - what Enter chooses; without it nothing, until an arrow key was pressed
 */
export async function decide<T>(
  dialog: Dialog,
  message: string,
  choices: readonly { readonly value: T; readonly label: string }[],
  initial?: T,
): Promise<T | ExitAction> {
  for (;;) {
    const options = { initial };
    const asked = await dialog.terminal.pick(message, withKeys(choices), options, dialog.signal);
    if ("value" in asked) {
      if (asked.value !== undefined) return asked.value;
      continue;
    }
    const way = asked.exit === "gone" ? "gone" : await askToExit(dialog);
    if (way) return way;
  }
}

/** Shows the exit actions after Escape or Ctrl-C. Returns `undefined` to go on. Ctrl-C again cancels. */
export async function askToExit(dialog: Dialog): Promise<ExitAction | undefined> {
  const way = await chooseExit(dialog);
  if (way === undefined) dialog.onActivity?.();
  return way;
}

type ExitChoice = "go-on" | "decline" | "cancel";

async function chooseExit(dialog: Dialog): Promise<ExitAction | undefined> {
  const { terminal, messages, signal, isTyped } = dialog;
  const choices: { value: ExitChoice; label: string }[] = [
    { value: "go-on", label: messages.goOn },
    ...exitChoices(dialog),
  ];
  const question = messages.stopHere(isTyped?.() ?? false);
  const options = { initial: "go-on" as const, isExit: true };
  const asked = await terminal.pick<ExitChoice>(question, withKeys(choices), options, signal);
  if ("exit" in asked) return asked.exit === "escape" ? undefined : asked.exit;
  return asked.value === "go-on" ? undefined : asked.value;
}
