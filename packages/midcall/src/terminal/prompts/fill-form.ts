import type { Form, FormOptions } from "../../form/form-types.js";
import {
  answerLayout,
  needsReview,
  reviewReasons,
  type ReviewMode,
} from "../../form/answer-layout.js";
import type { ElicitContent } from "../../client/index.js";
import { askField, shortTitle, stateOf } from "./ask-field.js";
import { askToExit, type Dialog, type ExitAction } from "./dialog.js";
import { askToAgree, reviewForm } from "./review-form.js";
import { yellow } from "../output/style.js";

/** The content of a form, or how it ended without one. */
export type FilledForm = { readonly content: ElicitContent } | { readonly way: ExitAction };

export interface FillFormOptions {
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /** When the whole answer is shown before it is sent. */
  readonly review: ReviewMode;
  /** Names of the fields that seem to ask for a secret. */
  readonly secretFields?: readonly string[];
  /** Whether the form was filled in before. If so, the review is shown first. */
  readonly filled?: boolean;
}

/** Asks for the fields of a form one by one, and for the whole answer where that shows something new. */
export async function fillForm(
  dialog: Dialog,
  form: Form,
  { timeZoneOffset, review, secretFields = [], filled = false }: FillFormOptions,
): Promise<FilledForm> {
  const { messages, terminal } = dialog;
  const { screen } = terminal;
  const { layout } = answerLayout(form.fields);
  const isOnly = layout === "yes-no" || layout === "choice";
  // What is sent for a date and time is shown once it is entered.
  const context = { secretFields, showsOffsets: true };
  const { canSubmit, issues } = form.getSnapshot();
  for (const { message } of issues) screen.print(message, yellow);
  const ask = (name: string): Promise<ExitAction | undefined> =>
    askField(dialog, form, name, { timeZoneOffset, isOnly });
  if (!canSubmit) {
    for (const { name, kind } of form.fields) if (kind === "unsupported") await ask(name);
    screen.print(messages.cannotSend, yellow);
  } else if (!filled) {
    for (const { name } of form.fields) {
      const way = await ask(name);
      if (way) return { way };
    }
  }
  const mustReview = (): boolean =>
    !canSubmit || filled || needsReview(review, form.getSnapshot(), context);
  for (let isReviewed = !mustReview(); ; isReviewed = false) {
    const next = await nextStep(isReviewed);
    if (next === "send") {
      const result = form.submit();
      if (result.ok) return { content: result.content };
      screen.print(messages.fixFirst, yellow);
      for (const { field, message } of result.issues) {
        const label = form.fields.find(({ name }) => name === field)?.label;
        screen.print(label ? `${shortTitle(dialog, label)}: ${message}` : message, yellow);
      }
    } else if (next === "edit") {
      const name = await pickField(dialog, form);
      if (typeof name === "object") return name;
      const way = name === undefined ? undefined : await ask(name);
      if (way) return { way };
    } else {
      return { way: next };
    }
  }

  async function nextStep(isReviewed: boolean): Promise<"send" | "edit" | ExitAction> {
    if (canSubmit && layout === "agree") return askToAgree(dialog);
    if (isReviewed) return "send";
    return reviewForm(dialog, form, reviewReasons(form.getSnapshot(), context));
  }
}

/** Asks which field to edit. Returns its name, or `undefined` for none. */
async function pickField(
  dialog: Dialog,
  form: Form,
): Promise<string | undefined | { readonly way: ExitAction }> {
  const { terminal, messages, signal } = dialog;
  const editable = form.fields.filter(({ kind }) => kind !== "unsupported");
  if (editable.length === 1) return editable[0]!.name;
  const choices = [
    ...editable.map(({ name, label }, index) => ({
      value: index,
      label: shortTitle(dialog, label),
      ...(stateOf(form, name).issue && { hint: stateOf(form, name).issue!.message }),
    })),
    { value: -1, label: messages.back },
  ];
  const options = { initial: undefined };
  const asked = await terminal.choose<number | undefined>(
    messages.editWhich,
    choices,
    options,
    signal,
  );
  if ("value" in asked) return editable[asked.value ?? -1]?.name;
  if (asked.exit === "gone") return { way: "gone" };
  const way = asked.exit === "interrupt" ? await askToExit(dialog) : undefined;
  return way && { way };
}
