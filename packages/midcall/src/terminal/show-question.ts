import type { Inbox } from "../client/inbox/types.js";
import { accept, cancel, decline } from "../client/attach/results.js";
import { createForm } from "../form/create-form.js";
import type { ReviewMode } from "../form/answer-layout.js";
import type { FormOptions } from "../form/form-types.js";
import { askLink } from "./prompts/ask-link.js";
import { askToExit, type Dialog, type ExitAction } from "./prompts/dialog.js";
import { fillForm } from "./prompts/fill-form.js";
import { withKeys } from "./prompts/pick.js";
import { printMessage, printServer } from "./output/print-question.js";
import { nameOf, safeName, type TerminalSession } from "./session.js";
import type { ShownQuestion } from "./shown-question.js";
import { dim, yellow } from "./output/style.js";

/** How showing a question ended. */
export type ShownEnd = ExitAction | "sent" | "blocked";

/** How questions are shown, the same for all of one terminal. */
export interface ShowOptions extends Pick<FormOptions, "messages" | "timeZoneOffset"> {
  readonly review: ReviewMode;
  readonly session: TerminalSession;
}

/** Shows one question until it is over, and sends the user's answer. */
export async function showQuestion(
  dialog: Dialog,
  shown: ShownQuestion,
  inbox: Inbox,
  options: ShowOptions,
): Promise<ShownEnd> {
  const { messages, terminal } = dialog;
  const { screen } = terminal;
  const { showing, waiting } = inbox.getSnapshot();
  const others = [...showing, ...waiting].filter(({ id }) => id !== shown.id);
  const { session } = options;
  printServer(dialog, session, shown.view, others);
  let end: ShownEnd | undefined;
  if (shown.view.needsApproval) end = await askPermission(dialog, shown, inbox);
  if (!end) {
    printMessage(dialog, session, shown.view, Date.now());
    end =
      shown.view.mode === "url"
        ? await askLink(dialog, shown, inbox)
        : await answerForm(dialog, shown, inbox, options);
  }
  if (end === "decline") inbox.respond(shown.id, decline(), "terminal");
  if (end === "cancel" || end === "interrupt") inbox.respond(shown.id, cancel(), "terminal");
  screen.pages.drop();
  sayEnd();
  return end;

  function sayEnd(): void {
    if (shown.hidden) return;
    const { endsAt, server } = shown.view;
    if (end === "sent") screen.print(messages.sent, dim);
    else if (end === "blocked") screen.print(messages.blocked(nameOf(session, server)), dim);
    else if (end === "decline") screen.print(messages.declined, dim);
    else if (end !== "gone") screen.print(messages.cancelled, dim);
    else {
      // The inbox does not report why the question ended. If `endsAt` is reached within a moment, it was the deadline.
      const late = endsAt !== undefined && endsAt - Date.now() < 50;
      const opened = shown.view.mode === "url" && shown.view.opened;
      if (opened && !late) screen.print(messages.linkOver, dim);
      else screen.print(late ? messages.outOfTime : messages.withdrawn, yellow);
    }
  }
}

/** Lets the user decide about a server before any of its texts are shown. Returns `undefined` if it may ask. */
async function askPermission(
  dialog: Dialog,
  shown: ShownQuestion,
  inbox: Inbox,
): Promise<ShownEnd | undefined> {
  const { messages, terminal } = dialog;
  const choices = [
    { value: "show" as const, label: messages.showOnce },
    { value: "always" as const, label: messages.showAlways },
    { value: "block" as const, label: messages.block },
  ];
  for (;;) {
    const asked = await shown.during(
      ({ needsApproval }) => !needsApproval,
      (signal) =>
        terminal.pick(
          messages.mayAsk(safeName(shown.view.server)),
          withKeys(choices),
          { initial: "show" as const },
          signal,
        ),
    );
    if ("value" in asked && asked.value) {
      inbox.setPermission(shown.id, asked.value);
      return asked.value === "block" ? "blocked" : undefined;
    }
    if ("exit" in asked && asked.exit === "gone") return shown.signal.aborted ? "gone" : undefined;
    const way = await askToExit(dialog);
    if (way) return way;
  }
}

async function answerForm(
  dialog: Dialog,
  shown: ShownQuestion,
  inbox: Inbox,
  options: ShowOptions,
): Promise<ShownEnd> {
  if (shown.view.mode !== "form") return "gone";
  const { timeZoneOffset, review } = options;
  const { requestedSchema, secretFields } = shown.view;
  const form = createForm(requestedSchema, { messages: options.messages, timeZoneOffset });
  const asking: Dialog = { ...dialog, isTyped: () => form.getSnapshot().dirty };
  for (let filled = false; ; filled = true) {
    const done = await fillForm(asking, form, { timeZoneOffset, review, secretFields, filled });
    if ("way" in done) return done.way;
    const outcome = inbox.respond(shown.id, accept(done.content), "terminal");
    if (outcome.ok) return "sent";
    if (shown.signal.aborted) return "gone";
    const { screen } = dialog.terminal;
    screen.print(dialog.messages.fixFirst, yellow);
    for (const error of outcome.errors) screen.print(error, yellow);
  }
}
