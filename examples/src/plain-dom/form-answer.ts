import { accept, type ElicitResult, type FormQuestion } from "midcall/client";
import { createForm } from "midcall/form";
import { button, element } from "./element.js";
import { createFields } from "./fields.js";
import type { Answering } from "./question.js";

/** A form: its fields and “Send”; a single yes/no field is two buttons. */
export function createFormAnswer(
  question: FormQuestion,
  send: (result: ElicitResult) => void,
): Answering {
  const form = createForm(question.requestedSchema);
  const [only, ...others] = form.fields;

  if (only?.kind === "boolean" && others.length === 0) {
    const answer = (value: boolean) => () => {
      form.set(only.name, value);
      const result = form.submit();
      if (result.ok) send(accept(result.content));
    };
    const about = element("p", {}, [only.label, only.description].filter(Boolean).join(": "));
    const buttons = [
      only.only !== false && button("Yes", answer(true)),
      only.only !== true && button("No", answer(false)),
    ].filter((one) => one !== false);
    return { element: about, buttons, destroy() {} };
  }

  const fields = createFields(form, question.secretFields);
  const submit = (): void => {
    const result = form.submit();
    if (result.ok) send(accept(result.content));
    else fields.focusFirstIssue();
  };
  const sends = element("button", { type: "submit" }, "Send");
  return {
    element: fields.element,
    // A form with a required field that cannot be shown can only be declined or cancelled.
    buttons: form.getSnapshot().canSubmit ? [sends] : [],
    submit,
    destroy: fields.destroy,
  };
}
