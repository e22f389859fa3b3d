import { isSuggested, type ReviewReason } from "../../form/answer-layout.js";
import type { Form } from "../../form/form-types.js";
import { shortTitle } from "./ask-field.js";
import { decide, exitChoices, type Dialog, type ExitAction } from "./dialog.js";
import { excerpt, VALUE } from "../output/excerpt.js";
import { bold, dim } from "../output/style.js";
import { valueText } from "../output/value-text.js";

/**
 * Lists the content that will be sent, and asks whether to send it, edit it or leave.
 *
 * @param reasons - why there is a review
 */
export async function reviewForm(
  dialog: Dialog,
  form: Form,
  reasons: readonly ReviewReason[],
): Promise<"send" | "edit" | ExitAction> {
  const { messages, exitActions, terminal } = dialog;
  const { screen } = terminal;
  const { fields, canSubmit } = form.getSnapshot();
  const shown = fields.filter(({ field }) => field.kind !== "unsupported");
  screen.print("");
  if (canSubmit) {
    const suggested = shown.filter(isSuggested).length;
    screen.print(messages.reviewBecause(messages.reviewTitle, reasons, suggested), bold);
    for (const state of shown) {
      const text = valueText(state, messages);
      const label = shortTitle(dialog, state.field.label);
      if (text === undefined) {
        screen.print(`${label}: — (${messages.notAnswered})`, dim);
        continue;
      }
      // What the user has typed themselves may be cut; what the server has filled in may not.
      const { text: part, left } = state.dirty ? excerpt(text, VALUE) : { text, left: 0 };
      const whole = left > 0 ? part + messages.more(left) : part;
      const value = isSuggested(state) ? `${whole} (${messages.suggested})` : whole;
      if (!value.includes("\n")) {
        screen.print(`${label}: ${value}`);
        continue;
      }
      screen.print(`${label}:`);
      screen.quote(value);
    }
  }
  const send = { value: "send" as const, label: exitActions.send ?? messages.send };
  const edit = { value: "edit" as const, label: messages.edit };
  const choices = [
    ...(canSubmit ? [send] : []),
    ...(canSubmit && shown.length > 0 ? [edit] : []),
    ...exitChoices(dialog),
  ];
  return decide(dialog, messages.whatNow, choices, canSubmit ? "send" : undefined);
}

/** Asks for the agreement to a form without fields. */
export function askToAgree(dialog: Dialog): Promise<"send" | ExitAction> {
  const { messages, exitActions } = dialog;
  const agree = { value: "send" as const, label: exitActions.send ?? messages.agree };
  return decide(dialog, messages.nothing, [agree, ...exitChoices(dialog)]);
}
