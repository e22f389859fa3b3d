import type { Form } from "../../form/form-types.js";
import { shortTitle } from "./ask-field.js";
import { decide, exitChoices, type Dialog, type ExitAction } from "./dialog.js";
import { excerpt, VALUE } from "../output/excerpt.js";
import { bold, dim } from "../output/style.js";
import { valueText } from "../output/value-text.js";

/** Lists the content that will be sent, and asks whether to send it, edit it or leave. */
export async function reviewForm(
  dialog: Dialog,
  form: Form,
): Promise<"send" | "edit" | ExitAction> {
  const { messages, exitActions, terminal } = dialog;
  const { screen } = terminal;
  const { fields, canSubmit } = form.getSnapshot();
  const shown = fields.filter(({ field }) => field.kind !== "unsupported");
  screen.print("");
  if (canSubmit) {
    screen.print(fields.length > 0 ? messages.review : messages.nothing, bold);
    for (const state of shown) {
      const text = valueText(state, messages);
      const label = shortTitle(dialog, state.field.label);
      if (text === undefined) {
        screen.print(`${label}: — (${messages.leftOut})`, dim);
        continue;
      }
      const { text: part, left } = excerpt(text, VALUE);
      const value = left > 0 ? part + messages.more(left) : part;
      if (!value.includes("\n")) {
        screen.print(`${label}: ${value}`);
        continue;
      }
      screen.print(`${label}:`);
      screen.quote(value);
    }
  }
  return decide(dialog, messages.whatNow, [
    ...(canSubmit ? [{ value: "send" as const, label: exitActions.send ?? messages.send }] : []),
    ...(canSubmit && shown.length > 0 ? [{ value: "edit" as const, label: messages.edit }] : []),
    ...exitChoices(dialog),
  ]);
}
