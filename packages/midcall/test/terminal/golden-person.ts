import { createForm, type Form, type FormField } from "../../src/form/index.js";
import { type FieldInput } from "../../src/form/form-types.js";
import { GOLDEN_OFFSET, type GoldenCase } from "../form/golden.js";
import { KEYS, type Tty } from "./tty.js";

/** What the person could not do, or was told is wrong: the form was not sent. */
export interface NotSent {
  readonly field: string;
  /** The message on the screen; none for what cannot even be entered. */
  readonly message: string | undefined;
}

/**
 * Fills in a form of the golden table at a terminal and sends it, or cancels when that cannot be done. A
 * model of the form keeps in mind what is on the screen.
 */
export async function fillIn(
  tty: Tty,
  { schema, edits }: Pick<GoldenCase, "schema" | "edits">,
): Promise<NotSent | undefined> {
  const form = createForm(schema, { timeZoneOffset: GOLDEN_OFFSET });
  const left = [...edits];
  const shown = form.fields.filter(({ kind }) => kind !== "unsupported");
  for (const field of shown) {
    const index = left.findIndex(([name]) => name === field.name);
    const edit = index < 0 ? undefined : left.splice(index, 1)[0];
    const wrong = await enter(tty, form, field, edit);
    if (wrong) return stop(tty, wrong);
  }
  for (const edit of left) {
    const index = shown.findIndex(({ name }) => name === edit[0]);
    await readTo(tty, "What next");
    await tty.answer("What next?", "e");
    if (shown.length > 1) await tty.answer("Which field?", KEYS.down.repeat(index) + KEYS.enter);
    const wrong = await enter(tty, form, shown[index]!, edit);
    if (wrong) return stop(tty, wrong);
  }
  if (shown.length === 0 && form.fields.length === 0) await tty.answer("Only your agreement", "a");
  else {
    await readTo(tty, "What next");
    await tty.answer("What next?", "s");
  }
  return undefined;
}

/** Reads page after page, until that is on the screen. */
async function readTo(tty: Tty, text: string): Promise<void> {
  const wanted = new RegExp(`Space or Enter shows more|${text}`);
  while ((await tty.sees(wanted))[0].startsWith("Space")) tty.press(KEYS.space);
}

async function stop(tty: Tty, wrong: NotSent): Promise<NotSent> {
  tty.press(KEYS.escape);
  await tty.answer("Stop answering?", "n");
  return wrong;
}

async function enter(
  tty: Tty,
  form: Form,
  field: FormField,
  edit: readonly [string, FieldInput] | undefined,
): Promise<NotSent | undefined> {
  const stateOf = () => form.getSnapshot().fields.find((state) => state.field === field)!;
  const { input: before } = stateOf();
  await readTo(tty, literal(field.label.slice(0, 30)));
  // A plain confirmation has no label of its own.
  await readTo(tty, "\\((required|optional)\\)|Yes / No");
  const isPicked =
    field.kind === "boolean" || (field.kind === "select" && field.options.length < 10);
  const isOnly = isPicked && form.fields.length === 1;
  // Enter alone leaves no only field unanswered.
  const leaves = isOnly && !field.required && before === undefined;
  const keys = edit ? keysFor(field, before, edit[1]) : leaves ? "0" : "";
  if (keys === undefined) return { field: field.name, message: undefined };
  if (edit) form.set(field.name, edit[1]);
  if (isPicked) tty.press(keys || KEYS.enter);
  else for (const part of [keys, KEYS.enter]) if (part) tty.press(part);
  form.touch(field.name);
  const { error } = stateOf();
  if (error === undefined) return undefined;
  // Narrow terminals break it.
  await tty.sees(new RegExp(error.split(/\s+/).map(literal).join("[\\s│>]+")));
  return { field: field.name, message: error };
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The keys that change what a field holds; nothing where no keys can. */
function keysFor(field: FormField, before: FieldInput, input: FieldInput): string | undefined {
  switch (field.kind) {
    case "boolean": {
      if (input === undefined) return field.required ? undefined : "0";
      return input ? "y" : "n";
    }
    case "select": {
      const values = field.options.map(({ value }) => String(value));
      const named = field.options.filter(({ title }) => title === input);
      const empty = input === "" && !values.includes("");
      const row = (value: FieldInput): number => values.indexOf(value as string) + 1;
      let target = input === undefined || empty ? 0 : row(input);
      if (target === 0 && named.length === 1) target = field.options.indexOf(named[0]!) + 1;
      if (target === 0 && input !== undefined && !empty) return undefined;
      if (values.length < 10) return target === 0 && field.required ? undefined : String(target);
      if (values.length > 14) return field.options[target - 1]!.title;
      return move(before === undefined ? 0 : row(before), target, values.length + 1);
    }
    case "multi-select": {
      const places = (value: FieldInput): number[] =>
        ((value ?? []) as string[]).map((one) => {
          const exact = field.options.findIndex((option) => option.value === one);
          return exact < 0 ? field.options.findIndex(({ title }) => title === one) : exact;
        });
      const target = places(input);
      if (target.includes(-1) || new Set(target).size < target.length) return undefined;
      const count = field.options.length;
      const toggle = count > 15 ? KEYS.tab : KEYS.space;
      let at = 0;
      const go = (place: number): string => {
        const keys = move(at, place, count) + toggle;
        at = place;
        return keys;
      };
      return [...places(before), ...target].map(go).join("");
    }
    default:
      return KEYS.clear + String(input);
  }
}

/** From one row to another, by the shorter way round. */
function move(from: number, to: number, count: number): string {
  const down = (to - from + count) % count;
  return down <= count - down ? KEYS.down.repeat(down) : KEYS.up.repeat(count - down);
}
