import type { Form, FormField } from "midcall/form";
import { element, newId } from "./element.js";

type FieldState = ReturnType<Form["getSnapshot"]>["fields"][number];
type Kind<K extends FormField["kind"]> = Extract<FormField, { kind: K }>;
type TypedField = Exclude<FormField, Kind<"boolean" | "select" | "multi-select" | "unsupported">>;

/** The part of a field that the user acts on. */
export interface Control {
  readonly element: HTMLElement;
  /** What gets the focus, and the attributes of an invalid field. */
  readonly focused: HTMLElement;
  /** Shows the input of the form. */
  show(input: FieldState["input"]): void;
}

const NO_ANSWER = "No answer";

/** The control for a field; `undefined` for one that this host cannot show. */
export function createControl(form: Form, field: FormField): Control | undefined {
  switch (field.kind) {
    case "unsupported":
      return undefined;
    case "boolean":
      return radios(form, field, [
        [true, "Yes"],
        [false, "No"],
      ]);
    case "select":
      return dropDown(form, field);
    case "multi-select":
      return checkboxes(form, field);
    default:
      return typed(form, field);
  }
}

const TYPES: Partial<Record<TypedField["kind"], string>> = {
  email: "email",
  uri: "url",
  date: "date",
};

function typed(form: Form, field: TypedField): Control {
  const input = field.multiline
    ? element("textarea", { rows: "5" })
    : element("input", { type: TYPES[field.kind] ?? "text", autocomplete: "off" });
  const isNumber = field.kind === "number" || field.kind === "integer";
  if (isNumber) input.inputMode = "decimal";
  // A date that is half typed has no value, and makes no `input` event. It is an answer all the same, and an invalid one.
  for (const type of ["input", "keyup", "blur"]) {
    input.addEventListener(type, () =>
      form.set(field.name, input.validity.badInput ? "incomplete" : input.value),
    );
  }
  return {
    element: input,
    focused: input,
    show(value) {
      if (typeof value === "string" && value !== input.value && !input.validity.badInput)
        input.value = value;
    },
  };
}

function radios(
  form: Form,
  field: Kind<"boolean">,
  answers: readonly (readonly [boolean | undefined, string])[],
): Control {
  const name = newId();
  const choices = field.required ? answers : ([...answers, [undefined, NO_ANSWER]] as const);
  const made = choices.map(([answer, title]) => {
    const input = element("input", { type: "radio", name });
    input.addEventListener("change", () => form.set(field.name, answer));
    return { answer, input, label: element("label", {}, input, " ", title) };
  });
  return {
    element: element("div", {}, ...made.map(({ label }) => label)),
    focused: made[0]!.input,
    show(value) {
      for (const { answer, input } of made) input.checked = answer === value;
    },
  };
}

function dropDown(form: Form, field: Kind<"select">): Control {
  const titles = [field.required ? "Choose…" : NO_ANSWER, ...field.options.map((one) => one.title)];
  const select = element("select", {}, ...titles.map((title) => element("option", {}, title)));
  // By index, because two options may have the same title, and a value can be any text.
  const valueAt = (index: number): string | undefined => {
    const option = field.options[index - 1];
    return option && String(option.value);
  };
  select.addEventListener("change", () => form.set(field.name, valueAt(select.selectedIndex)));
  return {
    element: select,
    focused: select,
    show(value) {
      select.selectedIndex = titles.findIndex((_, index) => valueAt(index) === value);
    },
  };
}

function checkboxes(form: Form, field: Kind<"multi-select">): Control {
  const made = field.options.map(({ value, title }) => {
    const input = element("input", { type: "checkbox" });
    input.addEventListener("change", () => {
      const checked = made.filter((one) => one.input.checked);
      form.set(
        field.name,
        checked.map((one) => one.value),
      );
    });
    return { value: String(value), input, label: element("label", {}, input, " ", title) };
  });
  return {
    element: element("div", {}, ...made.map(({ label }) => label)),
    focused: made[0]?.input ?? element("span"),
    show(value) {
      const chosen = Array.isArray(value) ? value : [];
      for (const { value: own, input } of made) input.checked = chosen.includes(own);
    },
  };
}
