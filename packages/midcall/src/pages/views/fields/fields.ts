import { answerLayout, labelSaysYes } from "../../../form/answer-layout.js";
import type { FormField, FormIssue } from "../../../form/index.js";
import type { FieldState } from "../../../form/form-types.js";
import { flag, html, type Html } from "../html.js";
import type { PageMessages } from "../../messages.js";
import { dateTimeInput } from "./date-time-input.js";
import { limitsText } from "./limits.js";

/** More options than this are easier to use in a drop-down list than as radio buttons. */
const LISTED_OPTIONS = 7;

/** How a page shows a field. */
export interface FieldView {
  readonly texts: PageMessages;
  /** Whether the field's value is hidden while typing, and never sent back to the browser. */
  readonly hidden: (field: FormField) => boolean;
  /** Errors in addition to those the form itself found. */
  readonly errors?: ReadonlyMap<string, string>;
  readonly showErrors: boolean;
  /** Whether the pages are served on the user's own computer, whose time zone is the user's. */
  readonly isOwnComputer: boolean;
  /** Whether the form has no other field: then it need not say that the field is required. */
  readonly isOnlyField: boolean;
}

/** The error of a field, if it should be shown. */
function errorOf(state: FieldState, view: FieldView): string | undefined {
  return view.errors?.get(state.field.name) ?? (view.showErrors ? state.issue?.message : undefined);
}

/** The id of a field's input, which links in the error summary lead to. */
export const fieldId = (index: number): string => `f${index}`;

/**
 * One field, without JavaScript: its label, description, error and input. Inputs are identified by number and options by
 * position, because the names and values of a schema can be any string.
 */
export function fieldHtml(state: FieldState, index: number, view: FieldView): Html {
  const { field } = state;
  const { texts } = view;
  const id = fieldId(index);
  const { name, hint, wrong, kind, describedBy, invalid } = partsOf(state, id, view);
  const attributes = html`${describedBy}${invalid}`;
  if (field.kind === "unsupported") {
    return html`<div class="box" id="${id}">
      <h2 dir="auto">${field.label}</h2>
      ${hint}
      <p>${texts.unsupported}</p>
      ${wrong}
    </div>`;
  }
  const group = groupOf(state, view);
  if (group) {
    const isRadio = group.type === "radio";
    // The link in the error summary leads to the first choice.
    const choices = group.choices.map(
      ({ value, text, on }, position) =>
        html`<label class="${value === "" ? "choice none" : "choice"}"
          ><input
            type="${group.type}"
            name="${id}"
            value="${value}"
            ${position === 0 && html` id="${id}"`}${flag("checked", on)}${!isRadio && invalid}
          /><span dir="auto">${text}</span></label
        >`,
    );
    return html`<fieldset
      class="${kind}"
      ${isRadio ? html`role="radiogroup"${attributes}` : describedBy}
    >
      <legend>${name}</legend>
      ${hint}${wrong}
      <div class="choices">${choices}</div>
    </fieldset>`;
  }
  const labelId = field.kind === "date-time" && html`id="${id}-label"`;
  return html`<div class="${kind}">
    <label for="${id}" ${labelId}>${name}</label>${hint}${wrong}
    ${inputOf(state, id, attributes, view)}
  </div>`;
}

/** What explains a field, and the attributes that refer to it. */
function partsOf(
  state: FieldState,
  id: string,
  view: FieldView,
): {
  readonly name: Html;
  readonly hint: Html | undefined;
  readonly wrong: Html | undefined;
  readonly kind: string;
  readonly describedBy: Html | undefined;
  readonly invalid: Html | undefined;
} {
  const { field } = state;
  const { texts } = view;
  const error = errorOf(state, view);
  const limits = limitsText(field, texts, error ? state.issue : undefined);
  const { description } = field;
  const about = [
    description !== undefined && description !== error && html`<bdi>${description}</bdi>`,
    limits !== undefined && limits !== error && html`${limits}`,
  ].filter((text) => text !== false);
  const hint =
    about.length > 0
      ? html`<p class="hint" id="${id}-hint">${about[0]}${about[1] && ["\n", about[1]]}</p>`
      : undefined;
  const wrong = error ? html`<p class="error" id="${id}-error">${error}</p>` : undefined;
  const described = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(" ");
  const need = !field.required ? texts.optional : view.isOnlyField ? undefined : texts.required;
  return {
    name: html`<bdi>${field.label}</bdi>${need && html` <span class="need">${need}</span>`}`,
    hint,
    wrong,
    kind: error ? "field wrong" : "field",
    describedBy: described ? html` aria-describedby="${described}"` : undefined,
    invalid: error ? html` aria-invalid="true"` : undefined,
  };
}

/** A yes/no field that is the whole question: a button for each answer sends it. */
export function yesNoHtml(state: FieldState, view: FieldView): Html {
  const id = fieldId(0);
  const { texts } = view;
  const { name, hint, wrong, kind, describedBy: attributes } = partsOf(state, id, view);
  const { field } = state;
  const saysMore =
    field.kind === "boolean" && !(field.only === undefined && labelSaysYes(field, texts.yes));
  return html`<fieldset class="${kind}">
    ${saysMore && html`<legend>${name}</legend>`} ${hint}${wrong}
    <div class="acts">
      <button id="${id}" class="main" name="action" value="yes" ${attributes}>${texts.yes}</button>
      <button class="main" name="action" value="no" ${attributes}>${texts.no}</button>
      ${!state.field.required && html`<button name="action" value="none">${texts.noAnswer}</button>`}
    </div>
  </fieldset>`;
}

const isListed = (field: FormField): boolean => answerLayout([field]).layout === "choice";

interface Choice {
  readonly value: string;
  readonly text: string;
  readonly on: boolean;
}

/** The choices of a field shown as radio buttons or checkboxes; `undefined` for other fields. */
function groupOf(
  { field, input }: FieldState,
  { texts, isOnlyField }: FieldView,
): { readonly type: "radio" | "checkbox"; readonly choices: readonly Choice[] } | undefined {
  // Radio buttons cannot be cleared, so an optional field needs a choice for no answer.
  const none: Choice[] = field.required
    ? []
    : [{ value: "", text: texts.noAnswer, on: input === undefined }];
  switch (field.kind) {
    case "boolean":
      return {
        type: "radio",
        choices: [
          { value: "yes", text: texts.yes, on: input === true },
          { value: "no", text: texts.no, on: input === false },
          ...none,
        ],
      };
    case "multi-select": {
      const picked = new Set((input as readonly string[] | undefined) ?? []);
      return {
        type: "checkbox",
        choices: field.options.map(({ value, title }, index) => ({
          value: String(index),
          text: title,
          on: picked.has(String(value)),
        })),
      };
    }
    case "select": {
      if (field.options.length > LISTED_OPTIONS && !(isOnlyField && isListed(field)))
        return undefined;
      return {
        type: "radio",
        choices: [
          ...field.options.map(({ value, title }, index) => ({
            value: String(index),
            text: title,
            on: input === String(value),
          })),
          ...none,
        ],
      };
    }
    default:
      return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  email: "email",
  uri: "url",
  date: "date",
};

function inputOf({ field, input }: FieldState, id: string, about: Html, view: FieldView): Html {
  const { texts } = view;
  const required = flag("required", field.required);
  if (field.kind === "select") {
    const options = field.options.map(
      ({ value, title }, index) =>
        html`<option value="${index}" dir="auto" ${flag("selected", input === String(value))}>
          ${title}
        </option>`,
    );
    const first = field.required ? texts.choose : texts.noAnswer;
    return html`<select id="${id}" name="${id}" ${required}${about}>
      <option value="">${first}</option>
      ${options}
    </select>`;
  }
  const value = typeof input === "string" ? input : "";
  if (view.hidden(field)) {
    // The author's default, used if nothing is typed, is not secret.
    const preset = "default" in field && field.default !== undefined;
    const hints = html`autocomplete="off" autocapitalize="none" spellcheck="false"
    dir="ltr"${preset && html` placeholder="${String(field.default)}"`}`;
    return field.kind === "text" && field.multiline
      ? // A password input would drop the line breaks, which a PEM key needs.
        html`<textarea
          id="${id}"
          name="${id}"
          class="veiled"
          rows="4"
          ${hints}
          ${flag("required", field.required && !preset)}${about}
        ></textarea>`
      : html`<input
          id="${id}"
          name="${id}"
          type="password"
          ${hints}
          ${flag("required", field.required && !preset)}${about}
        />`;
  }
  if (field.kind === "date-time") {
    return dateTimeInput(value, id, required, about, view);
  }
  if (field.kind === "text" && field.multiline) {
    // Browsers drop the first line break after the tag. It is inserted, because formatters remove it from the template.
    const text = `\n${value}`;
    return html`<textarea id="${id}" name="${id}" rows="6" ${required}${about}>${text}</textarea>`;
  }
  if (field.kind === "number" || field.kind === "integer") {
    const keys = field.kind === "integer" && (field.minimum ?? -1) >= 0 ? "numeric" : "decimal";
    return html`<input
      id="${id}"
      name="${id}"
      type="text"
      inputmode="${keys}"
      value="${value}"
      dir="ltr"
      ${required}${about}
    />`;
  }
  const dayTyped = field.kind === "date" && value !== "" && !/^\d{4}-\d\d-\d\d$/.test(value);
  const type = dayTyped ? "text" : (TYPES[field.kind] ?? "text");
  return html`<input
    id="${id}"
    name="${id}"
    type="${type}"
    value="${value}"
    ${required}${about}
  />`;
}

/** All errors of a form, for the summary. */
export function listErrors(
  fields: readonly FieldState[],
  issues: readonly FormIssue[],
  view: FieldView,
): { readonly message: string; readonly target?: string }[] {
  const own = fields.flatMap((state, index) => {
    const error = errorOf(state, view);
    return error === undefined
      ? []
      : [{ message: `${state.field.label}: ${error}`, target: fieldId(index) }];
  });
  const general = view.errors?.get("");
  return [
    ...issues.map(({ message }) => ({ message })),
    ...(general === undefined ? [] : [{ message: general }]),
    ...own,
  ];
}
