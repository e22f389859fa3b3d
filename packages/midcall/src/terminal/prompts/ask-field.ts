import type {
  FieldInput,
  FieldState,
  Form,
  FormField,
  FormOptions,
} from "../../form/form-types.js";
import { labelSaysYes } from "../../form/answer-layout.js";
import { displayText } from "../../form/text.js";
import { askToExit, printText, type Dialog, type ExitAction } from "./dialog.js";
import { excerpt, TITLE } from "../output/excerpt.js";
import { fieldHint } from "./field-hint.js";
import { dim, yellow } from "../output/style.js";
import type { PromptResult, Choice } from "../terminal.js";
import { MOST_DIGITS } from "./list-sizes.js";
import { withKeys, type KeyChoice } from "./pick.js";

/** The choice for no answer. */
const NONE = Symbol("none");

/** A title, cut if it is long. */
export function shortTitle(dialog: Pick<Dialog, "messages">, title: string): string {
  const { text, left } = excerpt(title, TITLE);
  return left === 0 ? text : text + dialog.messages.more(left);
}

/** Prints those titles in full that are cut where they are chosen. */
function printCut(dialog: Dialog, titles: readonly string[]): void {
  for (const title of titles) if (excerpt(title, TITLE).left > 0) printText(dialog, title);
}

/** How a field is asked for. */
export interface AskFieldOptions {
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /** Whether it is the whole form. Enter alone then sends nothing. */
  readonly isOnly?: boolean | undefined;
}

/** Asks for one field until its value is valid. Returns the exit action if the user ended the question instead. */
export async function askField(
  dialog: Dialog,
  form: Form,
  name: string,
  options: AskFieldOptions,
): Promise<ExitAction | undefined> {
  const { terminal, messages } = dialog;
  const { field } = stateOf(form, name);
  const title = shortTitle(dialog, field.label);
  printCut(dialog, [field.label]);
  if (field.kind === "unsupported") {
    terminal.screen.print(`\n${messages.unsupported(title, field.required)}`, yellow);
    return undefined;
  }
  if (field.description) printText(dialog, field.description, dim);
  if ("options" in field)
    printCut(
      dialog,
      field.options.map((option) => option.title),
    );
  const mark = field.required ? messages.required : messages.optional;
  const hint = fieldHint(field, messages, options.timeZoneOffset);
  const message = saysYes(field, messages)
    ? `${messages.yes} / ${messages.no}`
    : `${title} (${mark})${hint && `\n${hint}`}`;
  for (;;) {
    const asked = await askInput(dialog, form, stateOf(form, name), message, options);
    const typed = "value" in asked ? asked.value : asked.draft;
    if ("value" in asked || typed !== undefined) put(form, field, typed);
    if ("value" in asked) {
      form.touch(name);
      const { error, value } = stateOf(form, name);
      if (error === undefined) {
        if (field.kind === "date-time" && value !== undefined && value !== typed) {
          terminal.screen.print(messages.sentAs(displayText(String(value))), dim);
        }
        dialog.onActivity?.();
        return undefined;
      }
      terminal.screen.print(error, yellow);
      continue;
    }
    const way = asked.exit === "gone" ? "gone" : await askToExit(dialog);
    if (way) return way;
  }
}

/** Whether a field only repeats what one of its keys says. The question is then the message above it. */
function saysYes(field: FormField, { yes }: Dialog["messages"]): boolean {
  const isPlain = field.kind === "boolean" && field.required && field.only === undefined;
  return isPlain && labelSaysYes(field, yes);
}

/** The current state of a field. The name may be any string, so it is searched for. */
export function stateOf(form: Form, name: string): FieldState {
  return form.getSnapshot().fields.find(({ field }) => field.name === name)!;
}

/** Sets the input of a field. An unchanged selection is left alone, because no answer and an empty list differ. */
function put(form: Form, field: FormField, input: FieldInput): void {
  const before = stateOf(form, field.name).input;
  if (Array.isArray(input) && JSON.stringify(input) === JSON.stringify(before ?? [])) return;
  form.set(field.name, input);
}

function askInput(
  { terminal, messages, signal }: Dialog,
  form: Form,
  { field, input, dirty }: FieldState,
  message: string,
  options: AskFieldOptions,
): Promise<PromptResult<FieldInput>> {
  const none = {
    value: NONE,
    label: field.required ? messages.notAnsweredYet : messages.noAnswer,
  } as const;
  const pick = (
    choices: readonly KeyChoice<string | boolean | typeof NONE>[],
  ): Promise<PromptResult<FieldInput>> => {
    const all = field.required ? choices : [...choices, { ...none, key: "0" }];
    const chosen = typeof input === "boolean" || typeof input === "string" ? input : undefined;
    // Enter alone must not send the server's yes.
    const isServers = options.isOnly === true && !dirty && field.kind === "boolean";
    const initial = isServers ? undefined : chosen;
    const onEmpty = (): { value: typeof NONE } | { error: string } => {
      if (!field.required) return options.isOnly ? { error: messages.chooseOne } : { value: NONE };
      form.touch(field.name);
      return { error: stateOf(form, field.name).error ?? messages.chooseOne };
    };
    const check = (value: string | boolean | typeof NONE): string | undefined => {
      form.set(field.name, value === NONE ? undefined : value);
      form.touch(field.name);
      return stateOf(form, field.name).error;
    };
    return terminal.pick(message, all, { initial, check, onEmpty }, signal).then(withoutNone);
  };
  switch (field.kind) {
    case "boolean":
      return pick(
        withKeys([
          { value: true, label: messages.yes },
          { value: false, label: messages.no },
        ]),
      );
    case "select": {
      const choices = optionChoices(field.options);
      if (choices.length <= MOST_DIGITS) {
        return pick(choices.map((choice, index) => ({ ...choice, key: String(index + 1) })));
      }
      const initial = typeof input === "string" ? input : NONE;
      return terminal
        .choose<string | typeof NONE>(message, [none, ...choices], { initial }, signal)
        .then(withoutNone);
    }
    case "multi-select": {
      const initial = Array.isArray(input) ? (input as string[]) : [];
      const choices = optionChoices(field.options);
      return terminal.chooseSeveral(message, choices, { initial }, signal);
    }
    default:
      return terminal.line(
        message,
        {
          multiline: field.multiline,
          initial: typeof input === "string" ? input : "",
          check: (text) => {
            form.set(field.name, text);
            form.touch(field.name);
            return stateOf(form, field.name).error;
          },
        },
        signal,
      );
  }
}

function withoutNone<T>(
  asked: PromptResult<T | typeof NONE | undefined>,
): PromptResult<T | undefined> {
  const plain = (value: T | typeof NONE | undefined): T | undefined =>
    value === NONE ? undefined : (value as T | undefined);
  return "value" in asked
    ? { value: plain(asked.value) }
    : { exit: asked.exit, draft: plain(asked.draft) };
}

/** The options as choices, identified by their values as text. An option whose title was cut also shows its value. */
function optionChoices(
  options: readonly { readonly value: string | number | boolean; readonly title: string }[],
): Choice<string>[] {
  return options.map(({ value, title }) => {
    const { text, left } = excerpt(title, TITLE);
    const told = left > 0 ? displayText(String(value)).slice(0, TITLE.characters) : "";
    return { value: String(value), label: told && told !== title ? `${text}… [${told}]` : text };
  });
}
