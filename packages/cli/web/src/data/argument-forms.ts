import { createForm, type Form } from "midcall/form";
import type { ToolView } from "../../../src/console/views/api-types.js";

/** The arguments entered for a tool, kept while the page is open. */
export interface ArgumentDraft {
  readonly form: Form;
  /** As sent by the server. */
  readonly schema: unknown;
  /** Whether the form lacks some of the arguments. */
  readonly partial: boolean;
  /** Whether there is no usable form: it is missing, or it lacks a required argument. */
  readonly jsonOnly: boolean;
  readonly noArguments: boolean;
  json: string;
  mode: "form" | "json";
  /** Arguments entered as JSON that the form does not have. */
  rest: Readonly<Record<string, unknown>>;
}

const MOST_DRAFTS = 100;
const drafts = new Map<string, ArgumentDraft>();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Adds what a tool's schema may omit but a form requires. */
function asForm(inputSchema: unknown): unknown {
  if (!isObject(inputSchema)) return { type: "object", properties: {} };
  return { properties: {}, ...inputSchema, type: "object" };
}

const MOST_NESTED = 5;
const START: Readonly<Record<string, unknown>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
};

/** The initial JSON: all required members, with their defaults or empty. */
function initialValue(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MOST_NESTED) return depth === 0 ? {} : null;
  if ("default" in schema) return schema["default"];
  if ("const" in schema) return schema["const"];
  const type = [schema["type"]].flat()[0];
  if (depth > 0 && type !== "object") return START[String(type)] ?? null;
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.slice(0, 100) : [];
  return Object.fromEntries(
    names
      .filter((name) => typeof name === "string")
      .map((name) => [
        name,
        initialValue(
          isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
          depth + 1,
        ),
      ]),
  );
}

/** The draft for a tool; a new one if the schema has changed. */
export function draftFor(server: string, { name, inputSchema }: ToolView): ArgumentDraft {
  const key = JSON.stringify([server, name, inputSchema]);
  const known = drafts.get(key);
  if (known) return known;
  const form = createForm(asForm(inputSchema));
  const partial = form.fields.some(({ kind }) => kind === "unsupported");
  const jsonOnly = inputSchema === undefined || !form.getSnapshot().canSubmit;
  const draft: ArgumentDraft = {
    form,
    schema: inputSchema,
    partial,
    jsonOnly,
    noArguments: form.fields.length === 0 && !jsonOnly,
    json: jsonOnly ? JSON.stringify(initialValue(inputSchema), undefined, 2) : "{}",
    mode: jsonOnly ? "json" : "form",
    rest: {},
  };
  drafts.set(key, draft);
  if (drafts.size > MOST_DRAFTS) drafts.delete(drafts.keys().next().value!);
  return draft;
}

/** The values in the form, valid or not. */
function formValues({ form }: ArgumentDraft): Record<string, unknown> {
  return Object.fromEntries(
    form
      .getSnapshot()
      .fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value]])),
  );
}

/** All arguments while the form is shown. */
export const valuesOf = (draft: ArgumentDraft): Record<string, unknown> => ({
  ...draft.rest,
  ...formValues(draft),
});

/** Copies arguments from JSON to the form. Those that the form does not have are kept in `rest`. */
export function fillForm(draft: ArgumentDraft, values: Record<string, unknown>): void {
  draft.form.setAll(values);
  const held = formValues(draft);
  draft.rest = Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(held, name)),
  );
}

/** Parses arguments that were entered as JSON. */
export function readJson(text: string):
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | {
      readonly ok: false;
      readonly problem: string;
    } {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() || "{}");
  } catch (error) {
    return { ok: false, problem: `Invalid JSON: ${(error as Error).message}` };
  }
  if (!isObject(value) || Array.isArray(value)) {
    return { ok: false, problem: "The arguments must be a JSON object: { … }." };
  }
  return { ok: true, value };
}
