import type { Form, FormField, FormState } from "midcall/form";
import { isObject, member, setMember } from "../../json.js";
import { fieldOf, readItem, type JsonSchema } from "./arguments.js";

/** Longer than any list that is typed, and long enough for a field of several lines. */
const LONGEST = 50_000;
const HOW = "One on each line, or separated by commas.";

/** The schema of the items of a list of simple values that a form cannot show; `undefined` for anything else. */
export function itemsOf(schema: unknown): unknown {
  if (member(schema, "type") !== "array" || fieldOf(schema).kind !== "unsupported")
    return undefined;
  const items = member(schema, "items");
  if (!isObject(items)) return undefined;
  const { kind } = fieldOf(items);
  return kind === "unsupported" || kind === "multi-select" ? undefined : items;
}

/** The values of a list as a user types them: one on each line, on one line with commas between them, or a JSON array. */
export function readList(text: string, items: unknown): unknown[] {
  const json = jsonList(text);
  if (json) return json.map((value) => readItem(String(value), items));
  const words = text.split(text.includes("\n") ? "\n" : ",").map((word) => word.trim());
  return words.filter((word) => word !== "").map((word) => readItem(word, items));
}

/** The schema of a form in which lists of simple values are texts of several lines. */
export function withListsAsTexts(schema: JsonSchema): JsonSchema {
  const properties: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(schema["properties"] as object)) {
    const about = member(one, "description");
    const text = {
      type: "string",
      maxLength: LONGEST,
      ...(typeof member(one, "title") === "string" && { title: member(one, "title") }),
      description: typeof about === "string" ? `${about}\n${HOW}` : HOW,
    };
    setMember(properties, name, itemsOf(one) === undefined ? one : text);
  }
  return { ...schema, properties };
}

function jsonList(text: string): readonly unknown[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list = JSON.parse(text) as unknown[];
    return list.some((value) => typeof value === "object") ? undefined : list;
  } catch {
    return undefined;
  }
}

/** A form whose texts for lists are checked item by item, as the fields of other kinds are. */
export function checkLists(form: Form, { properties }: JsonSchema): Form {
  const errorOf = (field: FormField, input: unknown): string | undefined => {
    const items = itemsOf(member(properties, field.name));
    if (items === undefined || typeof input !== "string") return undefined;
    try {
      const list = readList(input, items);
      return input !== "" && list.length === 0 ? HOW : undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const checked = (state: FormState): FormState => {
    const fields = state.fields.map((one) => {
      const message = one.issue ? undefined : errorOf(one.field, one.input);
      if (message === undefined) return one;
      const issue = { field: one.field.name, code: "invalid" as const, params: {}, message };
      return { ...one, issue, error: one.touched ? message : undefined };
    });
    return { ...state, fields, valid: state.valid && fields.every(({ issue }) => !issue) };
  };
  const getSnapshot = (): FormState => checked(form.getSnapshot());
  return {
    ...form,
    getSnapshot,
    submit: () => {
      const result = form.submit();
      const issues = getSnapshot().fields.flatMap(({ issue }) => issue ?? []);
      return issues.length > 0 ? { ok: false, issues } : result;
    },
  };
}
