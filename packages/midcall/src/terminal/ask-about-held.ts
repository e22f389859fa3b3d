import type { HeldQuestions } from "../client/inbox/question.js";
import type { Inbox } from "../client/inbox/types.js";
import type { Dialog } from "./prompts/dialog.js";
import { withKeys } from "./prompts/pick.js";
import { nameOf, type TerminalSession } from "./session.js";

/** How the user was asked about held questions: decided, put off with Escape, or left with Ctrl-C. */
export type HeldEnd = "decided" | "later" | "interrupt" | "gone";

/** Asks whether to show the questions of a server that a limit holds back. */
export async function askAboutHeld(
  { messages, terminal, signal }: Dialog,
  session: TerminalSession,
  { server, count }: HeldQuestions,
  inbox: Inbox,
): Promise<HeldEnd> {
  const choices = withKeys([
    { value: true, label: messages.showHeld },
    { value: false, label: messages.refuseHeld },
  ]);
  terminal.screen.raw("\n");
  const question = messages.held(nameOf(session, server), count);
  const asked = await terminal.pick(question, choices, {}, signal);
  if ("exit" in asked) return asked.exit === "escape" ? "later" : asked.exit;
  if (asked.value) inbox.showHeld(server);
  else inbox.refuseHeld(server);
  return "decided";
}
