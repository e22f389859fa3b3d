import { createForm, type Form } from "midcall/form";
import { isObject, type JsonObject, setOwn } from "../json-data.js";
import type { ArgumentIssue, Body, BodyHost, Reading } from "../node-contracts.js";
import type { Shape } from "../shape.js";

/** A value in one field, by a form of `midcall/form`. */
export interface FieldBody extends Body {
  readonly kind: "field";
  /** Another form after the label has changed. */
  readonly form: Form;
}

const isInput = (value: unknown): value is string | boolean | readonly string[] =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  (Array.isArray(value) && value.every((item) => typeof item === "string"));

const object = (name: string, value: unknown): JsonObject => {
  const made: JsonObject = {};
  setOwn(made, name, value);
  return made;
};

/** The input as a value, where the form has none because it is invalid. */
function rawValue(kind: string, input: unknown): Reading {
  if (input === undefined || input === "" || (Array.isArray(input) && input.length === 0))
    return {};
  const isNumber = kind === "number" || kind === "integer";
  if (isNumber && typeof input === "string" && input.trim() !== "") {
    const number = Number(input);
    return { value: Number.isFinite(number) ? number : input };
  }
  return { value: input };
}

export function createFieldBody(host: BodyHost<Extract<Shape, { kind: "field" }>>): FieldBody {
  const { name, required } = host.slot;
  let form: Form;
  let unsubscribe = (): void => {};
  const open = (previous?: JsonObject): void => {
    const schema = { ...host.shape.schema, title: host.label };
    form = createForm(
      {
        type: "object",
        properties: object(name, schema),
        required: required ? [name] : [],
      },
      previous && { previous },
    );
    unsubscribe();
    // Only the drafts need to know; the field itself is rendered by its form.
    unsubscribe = form.subscribe(host.changed);
  };
  open();
  const state = (): ReturnType<Form["getSnapshot"]>["fields"][number] =>
    form.getSnapshot().fields[0]!;

  return {
    kind: "field",
    get form() {
      return form;
    },
    read() {
      const { field, value, input } = state();
      if (value !== undefined) return { value };
      return rawValue(field.kind, input);
    },
    issues(path) {
      const { issue } = state();
      const found: ArgumentIssue[] = issue
        ? [{ node: host.id, path, text: issue.message, unsendable: false }]
        : [];
      return found;
    },
    fill: (value) => form.setAll(object(name, value)),
    touch: () => void form.validate(),
    toDraft() {
      const { input, value } = state();
      return { input, ...(value !== undefined && { value }) };
    },
    fromDraft(draft) {
      if (!isObject(draft)) return;
      const { input, value } = draft;
      if (value !== undefined) form.setAll(object(name, value));
      else form.set(name, undefined);
      if (isInput(input)) form.set(name, input);
    },
    relabel() {
      const { input, value, touched } = state();
      open(value === undefined ? {} : object(name, value));
      form.set(name, input);
      if (touched) form.touch(name);
    },
  };
}
