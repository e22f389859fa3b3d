import type { Inbox } from "../client/inbox/types.js";
import type { OpenedLink } from "../client/inbox/question.js";
import { openAgain, printCode } from "./prompts/ask-link.js";
import { printText, type Dialog } from "./prompts/dialog.js";
import { withKeys } from "./prompts/pick.js";
import { bold, dim } from "./output/style.js";

/** Shows an opened page, with what it asks for, until its call ends or the user hides it. */
export async function showLink(
  dialog: Dialog,
  opened: OpenedLink,
  inbox: Inbox,
): Promise<"interrupt" | undefined> {
  const { messages, terminal, signal } = dialog;
  const { screen } = terminal;
  const { id, message, code, link, canStop } = opened;
  const host = link.parts.highlight;
  screen.raw("\n");
  screen.print(messages.linkOpen(host), bold);
  if (message) printText(dialog, message);
  printCode(dialog, code);
  screen.raw(`\n${link.url}\n\n`);
  const choices: { value: "again" | "hide" | "stop"; label: string }[] = [
    { value: "again", label: messages.openAgain },
    { value: "hide", label: messages.hideLink },
  ];
  if (canStop) choices.push({ value: "stop", label: messages.stopCall });
  for (;;) {
    const asked = await terminal.pick(messages.whatNow, withKeys(choices), {}, signal);
    let next = "value" in asked ? asked.value : undefined;
    if ("exit" in asked) {
      if (asked.exit === "gone") break;
      if (asked.exit === "interrupt") {
        inbox.stopCall(id);
        inbox.closeLink(id);
        return "interrupt";
      }
      next = canStop && (await asksToStop(dialog)) ? "stop" : undefined;
    }
    if (next === "again") await openAgain(dialog, inbox, id, link.url);
    if (next === "stop") inbox.stopCall(id);
    if (next === "stop" || next === "hide") {
      inbox.closeLink(id);
      return undefined;
    }
  }
  screen.pages.drop();
  const now = inbox.getSnapshot().links.find((one) => one.id === id);
  if (now?.state === "completed") screen.print(messages.linkDone(host), dim);
  return undefined;
}

async function asksToStop({ messages, terminal, signal }: Dialog): Promise<boolean> {
  const choices = withKeys([
    { value: false, label: messages.goOn },
    { value: true, label: messages.stopCall },
  ]);
  const asked = await terminal.pick(messages.whatNow, choices, { initial: false }, signal);
  return "value" in asked ? asked.value === true : asked.exit === "interrupt";
}
