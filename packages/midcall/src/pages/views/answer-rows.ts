import { isSuggested } from "../../form/answer-layout.js";
import type { FieldState } from "../../form/form-types.js";
import type { PageMessages } from "../messages.js";
import { formatDateTime, splitDateTime } from "./fields/date-time.js";
import { html, type Html } from "./html.js";

/** The values of an answer, as they are sent, each beside the label of its field. */
export function answerRows(fields: readonly FieldState[], texts: PageMessages): Html {
  const rows = fields
    .filter(({ field }) => field.kind !== "unsupported")
    .map(
      (state) =>
        html`<div>
          <dt dir="auto">${state.field.label}</dt>
          ${valueHtml(state, texts)}
        </div>`,
    );
  return html`<dl class="review">${rows}</dl>`;
}

function valueHtml(state: FieldState, texts: PageMessages): Html {
  const { field, value } = state;
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return html`<dd class="none">${texts.notAnswered}</dd>`;
  }
  const note = isSuggested(state) && html`<small>${texts.suggested}</small>`;
  if (typeof value === "boolean" && field.kind === "boolean")
    return html`<dd>${value ? texts.yes : texts.no}${note}</dd>`;
  const dateTime = field.kind === "date-time" ? splitDateTime(String(value)) : undefined;
  if (dateTime) return html`<dd><span dir="ltr">${formatDateTime(dateTime)}</span>${note}</dd>`;
  const values = Array.isArray(value) ? value : [value];
  const shown = values.map((item) => titleOf(field, item)).join("\n");
  return html`<dd><bdi>${shown}</bdi>${note}</dd>`;
}

function titleOf(field: FieldState["field"], value: unknown): string {
  const options = "options" in field ? field.options : [];
  return options.find((option) => option.value === value)?.title ?? String(value);
}
