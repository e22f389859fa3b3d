import type { OpenQuestion } from "../../client/inbox/question.js";
import { displayText } from "../../form/text.js";
import { printText, type Dialog } from "../prompts/dialog.js";
import { MESSAGE } from "./excerpt.js";
import { bold, dim, yellow } from "./style.js";

/** Makes a name safe to print. Even a name assigned by the host may come from an untrusted source. */
export function safeName(name: string): string {
  const safe = displayText(name);
  return safe.length > 100 ? `${safe.slice(0, 100)}…` : safe || "—";
}

/** Prints which server asks, and how many other questions wait. It prints no text from the server. */
export function printServer(
  { terminal, messages }: Dialog,
  question: OpenQuestion,
  others: readonly OpenQuestion[],
): void {
  const { screen } = terminal;
  const { server, serverWarnings = [], call, needsApproval } = question;
  // The tool's name comes from the server, so it is not printed before the server is approved.
  const tool = call && !needsApproval ? safeName(call.name) : undefined;
  screen.raw("\n");
  screen.print(messages.asks(safeName(server), tool), bold);
  for (const warning of serverWarnings) {
    screen.print(`! ${messages.nameWarning?.(warning) ?? warning.message}`, yellow);
  }
  if (others.length === 0) return;
  const servers = [...new Set(others.map((other) => safeName(other.server)))];
  screen.print(messages.waiting(others.length, servers.slice(0, 5)), dim);
}

/** Prints the message, with the warnings and hints that the user needs before answering. */
export function printMessage(dialog: Dialog, question: OpenQuestion, now: number): void {
  const { terminal, messages } = dialog;
  const { screen } = terminal;
  if (question.message) {
    printText(dialog, question.message, MESSAGE);
    screen.print("");
  }
  if (question.mode === "form" && question.secretFields.length > 0) {
    const labels = question.schema.fields
      .filter(({ name }) => question.secretFields.includes(name))
      .map(({ name, title }) => safeName(title ?? name));
    screen.print(messages.secretWarning(safeName(question.server), labels), yellow);
  }
  // An infinite time limit is not printed.
  if (question.endsAt !== undefined && Number.isFinite(question.endsAt)) {
    const seconds = Math.max(0, Math.round((question.endsAt - now) / 1000));
    screen.print(`${messages.timeLeft(seconds)} ${messages.moreTime}`, dim);
  }
  if (question.mode === "form") screen.print(messages.keys, dim);
}
