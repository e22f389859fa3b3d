import type { Inbox } from "../../client/inbox/types.js";
import type { OpenQuestion, UrlQuestion } from "../../client/inbox/question.js";
import { accept } from "../../client/attach/results.js";
import { decide, exitChoices, type Dialog, type ExitAction } from "./dialog.js";
import type { ShownQuestion } from "../shown-question.js";
import { bold, inverse, yellow } from "../output/style.js";

/** How long an opener may take before the exit actions are shown, in milliseconds. */
const PATIENCE_MS = 300;

/** Shows a link and opens it once the user consents. Returns how the question ended. */
export async function askLink(
  dialog: Dialog,
  shown: ShownQuestion,
  inbox: Inbox,
): Promise<ExitAction | "sent"> {
  const { messages, terminal } = dialog;
  const { screen } = terminal;
  for (;;) {
    const question = shown.view as UrlQuestion;
    if (question.opened) screen.print(`\n${messages.opened}`);
    else sayLink(dialog, question);
    const next = await shown.during(
      (view) => view.mode === "url" && view.opened !== question.opened,
      (signal) =>
        decide({ ...dialog, signal }, messages.whatNow, [
          { value: "open" as const, label: question.opened ? messages.tryAgain : messages.open },
          ...exitChoices(dialog),
        ]),
    );
    if (next === "gone" && !shown.signal.aborted) continue;
    if (next !== "open") return next;
    const { attempts, opened } = question;
    const outcome = inbox.respond(shown.id, accept(), "terminal");
    if (shown.signal.aborted) return outcome.ok ? "sent" : "gone";
    if (outcome.ok) {
      // The page is being opened. The question's state shows whether that succeeded.
      const way = await waitForPage(dialog, shown, (view) => {
        return view.mode !== "url" || view.opened !== opened || view.attempts !== attempts;
      });
      const isOpened = shown.view.mode === "url" && shown.view.opened !== opened;
      if (way) return way === "gone" && isOpened ? "sent" : way;
    }
    if (shown.view.attempts !== attempts) screen.print(messages.notOpened, yellow);
    else if (!outcome.ok) for (const error of outcome.errors) screen.print(error, yellow);
  }
}

/** Waits until the host's opener has settled, and shows the exit actions if that takes long. */
async function waitForPage(
  dialog: Dialog,
  shown: ShownQuestion,
  isDone: (view: OpenQuestion) => boolean,
): Promise<ExitAction | undefined> {
  const { messages, terminal } = dialog;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([shown.until(isDone), patience]);
  clearTimeout(timer);
  const way = await shown.during(isDone, async (signal) => {
    if (signal.aborted) return "gone";
    terminal.screen.print(`\n${messages.opening}`);
    const choices = [{ value: "wait" as const, label: messages.wait }, ...exitChoices(dialog)];
    for (;;) {
      const next = await decide({ ...dialog, signal }, messages.whatNow, choices);
      if (next !== "wait") return next;
    }
  });
  if (way !== "gone") return way;
  return shown.signal.aborted ? "gone" : undefined;
}

/** Prints the whole address as one line, which the terminal wraps, so that it can be copied. */
function sayLink({ terminal, messages }: Dialog, { link }: UrlQuestion): void {
  const { screen } = terminal;
  const { before, highlight, after } = link.parts;
  screen.print(messages.link(highlight));
  screen.raw(`\n${before}${bold(inverse(highlight))}${after}\n\n`);
  const host = new URL(link.url).hostname;
  if (link.unicodeHost !== host) screen.print(messages.linkHost(link.unicodeHost), yellow);
  for (const warning of link.warnings) {
    screen.print(`! ${messages.urlWarning?.(warning) ?? warning.message}`, yellow);
  }
}
