import type { OpenQuestion } from "../../client/inbox/question.js";
import { displayText } from "../../form/text.js";
import { inspectServerName } from "../../client/server-name.js";
import { printText, type Dialog } from "../prompts/dialog.js";
import { MOST_DIGITS } from "../prompts/list-sizes.js";
import { nameOf, safeName, titleOf, type TerminalSession } from "../session.js";
import { bold, dim, yellow } from "./style.js";

/** Less time than this is always shown, in seconds. */
const LITTLE_TIME = 120;

/** Prints which server asks, and how many other questions wait. It prints no text from the server but its title. */
export function printServer(
  { terminal, messages }: Dialog,
  session: TerminalSession,
  question: OpenQuestion,
  others: readonly OpenQuestion[],
): void {
  const { screen } = terminal;
  const { server, serverWarnings = [], call, needsApproval } = question;
  // What comes from the server, the tool's name and its title, is not printed before the server is approved.
  const tool = call && !needsApproval ? safeName(call.name) : undefined;
  const title = needsApproval ? undefined : titleOf(session, server);
  screen.raw("\n");
  screen.print(messages.asks(safeName(title ?? server), tool), bold);
  const warnings = title === undefined ? serverWarnings : inspectServerName(title);
  for (const warning of warnings) {
    screen.print(`! ${messages.nameWarning?.(warning) ?? warning.message}`, yellow);
  }
  if (title !== undefined && title !== server && !session.titled.has(server)) {
    session.titled.add(server);
    screen.print(messages.selfGiven(safeName(server)), dim);
  }
  if (others.length === 0) return;
  const servers = [...new Set(others.map((other) => nameOf(session, other.server)))];
  screen.print(messages.waiting(others.length, servers.slice(0, 5)), dim);
}

/** Prints the message, with the warnings and hints that the user needs before answering. */
export function printMessage(
  dialog: Dialog,
  session: TerminalSession,
  question: OpenQuestion,
  now: number,
): void {
  const { terminal, messages } = dialog;
  const { screen } = terminal;
  if (question.message) {
    const translated = messages.askedAgain?.(question.message);
    // Without direction isolates, as the problems of a form.
    const message = translated && displayText(translated, { lines: true });
    printText(dialog, message ?? question.message);
  }
  if (question.mode === "form" && question.secretFields.length > 0) {
    const labels = question.schema.fields
      .filter(({ name }) => question.secretFields.includes(name))
      .map(({ name, title }) => safeName(title ?? name));
    screen.print(messages.secretWarning(nameOf(session, question.server), labels), yellow);
  }
  // An infinite time limit is not printed.
  if (question.endsAt !== undefined && Number.isFinite(question.endsAt)) {
    const seconds = Math.max(0, Math.round((question.endsAt - now) / 1000));
    if (!session.isExplained || seconds < LITTLE_TIME) {
      const more = session.isExplained ? "" : ` ${messages.moreTime}`;
      screen.print(messages.timeLeft(seconds) + more, dim);
    }
  }
  if (!session.isExplained) screen.print(messages.keys, dim);
  session.isExplained = true;
  if (session.isChoiceExplained || !hasChoice(question)) return;
  screen.print(messages.choiceKeys, dim);
  session.isChoiceExplained = true;
}

/** Whether a question has a choice in which one key answers. */
function hasChoice(question: OpenQuestion): boolean {
  if (question.mode === "url") return true;
  const { fields } = question.schema;
  return (
    fields.length === 0 ||
    fields.some((field) => {
      if (field.kind === "select") return field.options.length <= MOST_DIGITS;
      return field.kind === "boolean";
    })
  );
}
