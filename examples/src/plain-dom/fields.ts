import type { Form } from "midcall/form";
import { createControl } from "./controls.js";
import { element, newId } from "./element.js";

type FieldState = ReturnType<Form["getSnapshot"]>["fields"][number];

/** The fields of a form, which follow its state. */
export interface Fields {
  readonly element: HTMLElement;
  /** Moves the focus to the first field that has an issue. */
  focusFirstIssue(): void;
  destroy(): void;
}

/** @param secretFields - the names of fields that seem to ask for a secret */
export function createFields(form: Form, secretFields: readonly string[]): Fields {
  const fields = form
    .getSnapshot()
    .fields.map((state) => createField(form, state, secretFields.includes(state.field.name)));
  const problems = element("div", { role: "alert" });
  const update = (): void => {
    const { fields: states, issues } = form.getSnapshot();
    states.forEach((state, index) => fields[index]!.update(state));
    problems.replaceChildren(...issues.map(({ message }) => element("p", {}, message)));
  };
  update();
  return {
    element: element("div", {}, problems, ...fields.map((field) => field.element)),
    focusFirstIssue() {
      const index = form.getSnapshot().fields.findIndex(({ issue }) => issue);
      fields[index]?.focus();
    },
    destroy: form.subscribe(update),
  };
}

function createField(
  form: Form,
  { field }: FieldState,
  isSecret: boolean,
): { element: HTMLElement; update: (state: FieldState) => void; focus: () => void } {
  const control = createControl(form, field);
  const [controlId, describedBy] = [newId(), newId()];
  const isGroup = field.kind === "boolean" || field.kind === "multi-select";
  const about = element("div", { id: describedBy });
  const label = `${field.label} (${field.required ? "required" : "optional"})`;
  if (control) control.focused.id = controlId;
  const box = isGroup
    ? element("fieldset", { "aria-describedby": describedBy }, element("legend", {}, label))
    : element("div", {}, element("label", { for: controlId }, label));
  box.className = "field";
  box.append(about, ...(control ? [control.element] : []));
  if (!isGroup) control?.focused.setAttribute("aria-describedby", describedBy);

  return {
    element: box,
    focus: () => control?.focused.focus(),
    update({ input, value, error }) {
      control?.show(input);
      if (error === undefined) control?.focused.removeAttribute("aria-invalid");
      else control?.focused.setAttribute("aria-invalid", "true");
      const texts = [
        field.description,
        isSecret && "This seems to ask for a secret. Enter one only if you trust this server.",
        field.kind === "unsupported" && field.reason,
        // What is sent must be on the screen, so also the offset that is added to a local time.
        field.kind === "date-time" &&
          (value === undefined ? "Such as 2026-01-31 09:30." : `Is sent as ${String(value)}.`),
      ];
      const error_ = error !== undefined && element("p", { class: "error" }, error);
      about.replaceChildren(
        ...texts.filter(Boolean).map((text) => element("p", { class: "hint" }, String(text))),
        ...(error_ ? [error_] : []),
      );
    },
  };
}
