import type { Inbox } from "../client/inbox-types.js";
import type { UrlQuestion } from "../client/question.js";
import { accept } from "../client/results.js";
import { decide, wayChoices, type Dialog, type Way } from "./dialog.js";
import type { ShownQuestion } from "./shown-question.js";
import { bold, inverse, yellow } from "./style.js";

/** Shows where a link leads and opens it once the person agrees. Gives how it ended, if not that way. */
export async function askLink(
  dialog: Dialog,
  shown: ShownQuestion,
  inbox: Inbox,
): Promise<Way | "sent"> {
  const { messages, terminal } = dialog;
  const { screen } = terminal;
  for (;;) {
    const question = shown.view as UrlQuestion;
    if (question.opened) screen.say(`\n${messages.opened}`);
    else sayLink(dialog, question);
    const next = await shown.during(
      (view) => view.mode === "url" && view.opened !== question.opened,
      (signal) =>
        decide({ ...dialog, signal }, messages.whatNow, [
          { value: "open" as const, label: question.opened ? messages.tryAgain : messages.open },
          ...wayChoices(dialog),
        ]),
    );
    if (next === "gone" && !shown.signal.aborted) continue;
    if (next !== "open") return next;
    const outcome = inbox.respond(shown.id, accept(), "terminal");
    if (!outcome.ok) {
      for (const error of outcome.errors) screen.say(error, yellow);
      continue;
    }
    // The page opens; whether it did shows in the question.
    const { attempts, opened } = question;
    await shown.until(
      (view) => view.mode !== "url" || view.opened !== opened || view.attempts !== attempts,
    );
    if (shown.signal.aborted) return "sent";
    if (shown.view.attempts !== attempts) screen.say(messages.notOpened, yellow);
  }
}

/** The whole address. It is written as one line, which the terminal breaks, so that it can be copied. */
function sayLink({ terminal, messages }: Dialog, { link }: UrlQuestion): void {
  const { screen } = terminal;
  const { before, highlight, after } = link.parts;
  screen.say(messages.link(highlight));
  screen.raw(`\n${before}${bold(inverse(highlight))}${after}\n\n`);
  const host = new URL(link.url).hostname;
  if (link.unicodeHost !== host) screen.say(messages.linkHost(link.unicodeHost), yellow);
  for (const { message } of link.warnings) screen.say(`! ${message}`, yellow);
}
