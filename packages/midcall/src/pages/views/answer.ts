import { answerLayout, needsReview, reviewReasons } from "../../form/answer-layout.js";
import type { Form } from "../../form/index.js";
import { findSecretFields } from "../../schema/secrets/find-secrets.js";
import type { AnswerFlow } from "../flows/flow.js";
import type { FlowContext, FlowPage, PageServices } from "../links/flow-page.js";
import type { Visit } from "../links/visit.js";
import { answerRows } from "./answer-rows.js";
import { fieldHtml, fieldId, listErrors, yesNoHtml, type FieldView } from "./fields/fields.js";
import { fillForm, hiddenInputs, valuesFor } from "./form-values.js";
import { html } from "./html.js";
import { actions, errorSummary, heading, type Action } from "./layout.js";
import { createPageForm } from "./page-form.js";
import { SchemaMemo, type FormParts } from "./schema-memo.js";
import { viewOf } from "./submission-state.js";

/** What the page of a question needs. The pages and the local page of a server both provide it. */
export interface AnswerContext extends Pick<
  FlowContext<AnswerFlow>,
  "flow" | "submission" | "showAgain" | "form" | "reply" | "end"
> {
  readonly services: Pick<PageServices, "base" | "texts" | "review"> &
    Partial<Pick<PageServices, "openedForms">>;
  readonly visit: Pick<Visit, "request" | "form">;
}

/**
 * A question as a form, which the user fills in and sends. What is sent is shown once more before, if that says more than
 * the form does.
 *
 * The values of the buttons: `answer` sends the form or shows the review, `yes`, `no` and `none` answer a question that
 * has nothing but them, `review` always shows the review, `send` is the button of the review, and `change` leads back.
 */
export const answerPage: AnswerPage = {
  show(context) {
    const { submission, visit } = context;
    if (!submission) return form(context, openedParts(context));
    const filled = openForm(context);
    const sent = new URLSearchParams(submission.sent);
    fillForm(filled, sent);
    const { valid } = filled.getSnapshot();
    if (valid && viewOf(visit) === "review") return review(context, filled, sent);
    return form(context, formParts(context, filled, true), submission.status);
  },

  async submit(context, action) {
    const filled = openForm(context);
    const given = withButton(filled, context.visit.form ?? new URLSearchParams(), action);
    fillForm(filled, given);
    const sent = valuesFor(filled, given).toString();
    if (action === "change") return context.showAgain({ status: 200, problems: [], sent });
    const result = filled.submit();
    const fits = result.ok && filled.getSnapshot().canSubmit;
    if (!fits) return context.showAgain({ status: 422, problems: [], sent });
    if (action === "send" || (sendsAtOnce(filled, action) && !isReviewed(context, filled))) {
      return context.end({ status: "done", content: result.content });
    }
    return context.showAgain({ status: 200, problems: [], sent }, "review");
  },

  showStale(context, message) {
    const filled = openForm(context);
    fillForm(filled, context.visit.form ?? new URLSearchParams());
    return form(context, formParts(context, filled, false, message), 403);
  },
};

/** {@link FlowPage} with less context. */
interface AnswerPage extends FlowPage<AnswerFlow> {
  show(context: AnswerContext): Response;
  submit(context: AnswerContext, action: string): Promise<Response>;
  showStale(context: AnswerContext, message: string): Response;
}

const openForm = ({ flow, services }: AnswerContext): Form =>
  createPageForm(flow.requestedSchema, services, flow);

const YES_NO: ReadonlySet<string> = new Set(["yes", "no", "none"]);

const isYesNo = ({ fields }: Form): boolean => answerLayout(fields).layout === "yes-no";

const sendsAtOnce = (filled: Form, action: string): boolean =>
  action === "answer" || (YES_NO.has(action) && isYesNo(filled));

/** The submitted values, with that of the button if it is an answer itself. */
function withButton(filled: Form, given: URLSearchParams, action: string): URLSearchParams {
  if (!YES_NO.has(action) || !isYesNo(filled)) return given;
  return new URLSearchParams([[fieldId(0), action]]);
}

const secretFields = new SchemaMemo<readonly string[]>((names) => names.join().length);

/** The rule by which an answer is reviewed: without a script, the form cannot show the offset of a time while it is entered. */
function reviewContext({ flow }: AnswerContext): Parameters<typeof needsReview>[2] {
  const schema = flow.requestedSchema;
  return {
    secretFields: secretFields.get("", schema, () =>
      findSecretFields(schema).map(({ field }) => field),
    ),
    showsOffsets: false,
  };
}

const isReviewed = (context: AnswerContext, filled: Form): boolean =>
  needsReview(context.services.review, filled.getSnapshot(), reviewContext(context));

/** Whether the button can already say that a review follows. */
function announcesReview(context: AnswerContext, filled: Form): boolean {
  const { layout } = answerLayout(filled.fields);
  const { review } = context.services;
  if (review !== "auto") return review === "always";
  // What is required will have a value.
  const fields = filled
    .getSnapshot()
    .fields.map((state) =>
      state.field.required && state.value === undefined
        ? Object.assign({}, state, { value: "", dirty: true })
        : state,
    );
  return layout === "fields" && reviewReasons({ fields }, reviewContext(context)).length > 0;
}

/** The buttons that answer, below the fields. */
function answerActions(context: AnswerContext, filled: Form): readonly Action[] {
  const { texts } = context.services;
  const { layout } = answerLayout(filled.fields);
  if (layout === "agree") return [{ value: "answer", text: texts.agree, kind: "main" }];
  if (layout === "yes-no") return [];
  return announcesReview(context, filled)
    ? [{ value: "review", text: texts.review, kind: "main" }]
    : [{ value: "answer", text: texts.send, kind: "main" }];
}

/** The form as it is opened, which follows from the schema, unless an earlier answer is in it. */
function openedParts(context: AnswerContext): FormParts {
  const { flow, services } = context;
  const make = (): FormParts => formParts(context, openForm(context), false);
  return services.openedForms && flow.previous === undefined && flow.reason === undefined
    ? services.openedForms.get("answer", flow.requestedSchema, make)
    : make();
}

function formParts(
  context: AnswerContext,
  filled: Form,
  showErrors: boolean,
  problem?: string,
): FormParts {
  const { texts, base } = context.services;
  const { fields, issues, canSubmit } = filled.getSnapshot();
  const view: FieldView = {
    texts,
    showErrors,
    hidden: () => false,
    isOwnComputer: base.loopback,
    isOnlyField: fields.length === 1,
    ...(problem !== undefined && { errors: new Map([["", problem]]) }),
  };
  const buttons = canSubmit ? answerActions(context, filled) : [];
  const inputs =
    canSubmit && isYesNo(filled)
      ? yesNoHtml(fields[0]!, view)
      : fields.map((state, index) => fieldHtml(state, index, view));
  return {
    inside: html`${inputs}${actions(texts, buttons)}`,
    errors: listErrors(fields, issues, view),
    canSubmit,
  };
}

function form(
  context: AnswerContext,
  { inside, errors, canSubmit }: FormParts,
  status = 200,
): Response {
  const { texts } = context.services;
  const body = html`${heading(texts, texts.answerTitle, context.flow)}${errorSummary(texts, errors)}
  ${!canSubmit && html`<p class="box note">${texts.unsupportedForm}</p>`} ${context.form(inside)}`;
  const wrong = errors.length > 0 ? texts.errorsTitle : undefined;
  return context.reply({ title: texts.answerTitle, body, wrong }, status);
}

function review(context: AnswerContext, filled: Form, sent: URLSearchParams): Response {
  const { texts } = context.services;
  const buttons: readonly Action[] = [
    { value: "send", text: texts.send, kind: "main" },
    { value: "change", text: texts.edit },
  ];
  const body = html`${heading(texts, texts.reviewTitle, context.flow)}
  ${context.form(
    html`${answerRows(filled.getSnapshot().fields, texts)}${hiddenInputs(filled, sent)}${actions(
      texts,
      buttons,
    )}`,
  )}`;
  return context.reply({ title: texts.reviewTitle, body });
}
