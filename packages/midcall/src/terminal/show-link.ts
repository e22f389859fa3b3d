import type { Inbox } from "../client/inbox/types.js";
import type { HeldQuestions, OpenedLink } from "../client/inbox/question.js";
import { openAgain, printCode } from "./prompts/ask-link.js";
import { printText, type Dialog } from "./prompts/dialog.js";
import { withKeys } from "./prompts/pick.js";
import { MESSAGE } from "./output/excerpt.js";
import { bold, dim } from "./output/style.js";
import { nameOf, type TerminalSession } from "./session.js";

/** How a card ended: the user put it away, pressed Ctrl-C, or it is no longer needed. */
export type CardEnd = "hidden" | "interrupt" | "gone";

/** Shows an opened page, with what the page asks for, until its call ends or the user puts it away. */
export async function showLink(dialog: Dialog, link: OpenedLink, inbox: Inbox): Promise<CardEnd> {
  const { messages, terminal, signal } = dialog;
  const { screen } = terminal;
  const { id, message, code, link: target } = link;
  screen.raw("\n");
  screen.print(messages.linkOpen(target.parts.highlight), bold);
  if (message) printText(dialog, message, MESSAGE);
  printCode(dialog, code);
  screen.raw(`\n${target.url}\n\n`);
  const choices = withKeys([
    { value: "again" as const, label: messages.openAgain },
    { value: "hide" as const, label: messages.hideLink },
    { value: "stop" as const, label: messages.stopCall },
  ]);
  for (;;) {
    const asked = await terminal.pick(messages.whatNow, choices, {}, signal);
    if ("exit" in asked) {
      if (asked.exit === "gone") {
        const now = inbox.getSnapshot().links.find((one) => one.id === id);
        if (now?.state === "completed") {
          screen.print(messages.linkDone(target.parts.highlight), dim);
          return "hidden";
        }
        return "gone";
      }
      if (asked.exit === "interrupt") {
        inbox.stopCall(id);
        return "interrupt";
      }
      if (!(await asksToStop(dialog))) continue;
    } else if (asked.value === "again") {
      await openAgain(dialog, inbox, id, target.url);
      continue;
    } else if (asked.value === "hide") return "hidden";
    inbox.stopCall(id);
    return "hidden";
  }
}

async function asksToStop({ messages, terminal, signal }: Dialog): Promise<boolean> {
  const choices = withKeys([
    { value: false, label: messages.goOn },
    { value: true, label: messages.stopCall },
  ]);
  const asked = await terminal.pick(messages.whatNow, choices, { initial: false }, signal);
  return "value" in asked ? asked.value === true : asked.exit === "interrupt";
}

/** Asks whether to show the questions of a server that a limit holds back. */
export async function askAboutHeld(
  { messages, terminal, signal }: Dialog,
  session: TerminalSession,
  { server, count }: HeldQuestions,
  inbox: Inbox,
): Promise<CardEnd> {
  const choices = withKeys([
    { value: "show" as const, label: messages.showHeld },
    { value: "refuse" as const, label: messages.refuseHeld },
  ]);
  terminal.screen.raw("\n");
  const question = messages.held(nameOf(session, server), count);
  const asked = await terminal.pick(question, choices, {}, signal);
  if ("exit" in asked) return asked.exit === "escape" ? "hidden" : asked.exit;
  if (asked.value === "show") inbox.showHeld(server);
  else inbox.refuseHeld(server);
  return "gone";
}
