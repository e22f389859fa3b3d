import { createForm, type Form } from "../../form/index.js";
import { type FieldState } from "../../form/form-types.js";
import { errorSummary, actions, heading } from "./layout.js";
import { viewOf } from "./submission-state.js";
import { fieldHtml, listErrors, type FieldView } from "./fields.js";
import { html, type Html } from "./html.js";
import { machineOffset, formatDateTime, splitDateTime } from "./date-time.js";
import type { FlowPage, FlowContext } from "../links/flow-page.js";
import type { AnswerFlow } from "../flows/flow.js";
import { hiddenInputs, fillForm, valuesFor } from "./form-values.js";

/** A question as a form, which the user fills in, reviews and sends. */
export const answerPage: FlowPage<AnswerFlow> = {
  show(context) {
    const { submission: submission, visit } = context;
    const filled = openForm(context);
    if (!submission) return form(context, filled, false);
    const sent = new URLSearchParams(submission.sent);
    fillForm(filled, sent);
    const { valid } = filled.getSnapshot();
    if (valid && viewOf(visit) === "review") return review(context, filled, sent);
    return form(context, filled, true, submission.status);
  },

  async submit(context, action) {
    const { visit } = context;
    const given = visit.form ?? new URLSearchParams();
    const filled = openForm(context);
    fillForm(filled, given);
    const sent = valuesFor(filled, given).toString();
    const result = filled.submit();
    const fits = result.ok && filled.getSnapshot().canSubmit;
    if (action === "change") return context.showAgain({ status: 200, problems: [], sent });
    if (!fits) return context.showAgain({ status: 422, problems: [], sent });
    if (action === "send") return context.end({ status: "done", content: result.content });
    return context.showAgain({ status: 200, problems: [], sent }, "review");
  },
  showStale(context, message) {
    const filled = openForm(context);
    fillForm(filled, context.visit.form ?? new URLSearchParams());
    return form(context, filled, false, 403, message);
  },
};

function openForm({ flow, services: { base, texts } }: FlowContext<AnswerFlow>): Form {
  return createForm(flow.requestedSchema, {
    ...(flow.previous !== undefined && { previous: flow.previous }),
    ...(flow.reason !== undefined && { reason: flow.reason }),
    ...(texts.issue && { messages: texts.issue }),
    // The time zone of this machine is the user's only if the pages run on the user's own machine.
    timeZoneOffset: base.loopback ? machineOffset : () => "",
  });
}

function form(
  context: FlowContext<AnswerFlow>,
  filled: Form,
  showErrors: boolean,
  status = 200,
  problem?: string,
): Response {
  const { texts } = context.services;
  const { fields, issues, canSubmit } = filled.getSnapshot();
  const view: FieldView = {
    texts,
    showErrors,
    hidden: () => false,
    ...(problem !== undefined && { errors: new Map([["", problem]]) }),
  };
  const errors = listErrors(fields, issues, view);
  const main = canSubmit ? { value: "review", text: texts.review } : undefined;
  const body = html`${heading(texts, texts.answerTitle, context.flow)}${errorSummary(texts, errors)}
  ${!canSubmit && html`<p class="box note">${texts.unsupportedForm}</p>`}
  ${context.form(html`${fields.map((state, index) => fieldHtml(state, index, view))}${actions(texts, main)}`)}`;
  const wrong = errors.length > 0 ? texts.errorsTitle : undefined;
  return context.reply({ title: texts.answerTitle, body, wrong }, status);
}

function review(context: FlowContext<AnswerFlow>, filled: Form, sent: URLSearchParams): Response {
  const { texts } = context.services;
  const rows = filled
    .getSnapshot()
    .fields.filter(({ field }) => field.kind !== "unsupported")
    .map(
      (state) =>
        html`<dt>${state.field.label}</dt>
          ${answerOf(state, context)}`,
    );
  const body = html`${heading(texts, texts.reviewTitle, context.flow)}
  ${context.form(
    html`<dl>${rows}</dl>
      ${hiddenInputs(filled, sent)}${actions(
        texts,
        { value: "send", text: texts.send },
        { value: "change", text: texts.change },
      )}`,
  )}`;
  return context.reply({ title: texts.reviewTitle, body });
}

/** The value that will be sent, as text for the user. */
function answerOf({ field, value }: FieldState, { services }: FlowContext<AnswerFlow>): Html {
  const { texts } = services;
  const title = (item: unknown): string =>
    "options" in field
      ? (field.options.find((option) => option.value === item)?.title ?? String(item))
      : String(item);
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return html`<dd class="none">${texts.noAnswer}</dd>`;
  }
  if (typeof value === "boolean") return html`<dd>${value ? texts.yes : texts.no}</dd>`;
  if (Array.isArray(value)) return html`<dd>${value.map(title).join("\n")}</dd>`;
  const dateTime = field.kind === "date-time" ? splitDateTime(String(value)) : undefined;
  return dateTime
    ? html`<dd dir="ltr">${formatDateTime(dateTime)}</dd>`
    : html`<dd>${title(value)}</dd>`;
}
