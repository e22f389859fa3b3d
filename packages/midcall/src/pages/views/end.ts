import { answerLayout } from "../../form/answer-layout.js";
import type { ElicitContent } from "../../schema/index.js";
import type { AnswerFlow } from "../flows/flow.js";
import type { PageServices } from "../links/flow-page.js";
import { answerRows } from "./answer-rows.js";
import { fillForm } from "./form-values.js";
import { html, type Html } from "./html.js";
import { notice } from "./layout.js";
import { createPageForm } from "./page-form.js";
import type { FieldState } from "../../form/form-types.js";
import type { VisitEnd } from "../../contracts/pages.js";
import type { Flow } from "../flows/flow.js";

/**
 * The page that shows the user how the visit ended.
 *
 * @param services - the services of the pages
 * @param entered - a form that arrived after the end
 * @param more - what stands below
 */
export function endPage(
  services: Pick<PageServices, "base" | "texts">,
  flow: Flow,
  outcome: VisitEnd,
  entered?: URLSearchParams,
  more?: Html,
): string {
  const { texts } = services;
  const { kind, server } = flow;
  const extra =
    flow.kind !== "answer"
      ? undefined
      : outcome.status === "done"
        ? answered(services, flow, outcome.content)
        : notSent(services, flow, entered);
  const render = (title: string, text: string, good = false): string =>
    notice(texts, title, text, { good, from: server, extra: [extra, more] });
  switch (outcome.status) {
    case "done": {
      const titles = {
        secret: outcome.checked ? texts.doneSecretChecked : texts.doneSecret,
        connect: texts.doneConnect,
        approval: texts.doneApproval,
        answer: texts.doneAnswer,
      };
      const text = kind === "answer" ? texts.backToAssistantAnswered : texts.backToAssistant;
      return render(titles[kind], text, true);
    }
    case "declined":
      return render(texts.declinedTitle, texts.endedText);
    case "cancelled":
      return render(texts.cancelledTitle, texts.endedText);
    case "expired":
    case "wrong-user":
      return render(texts.expiredTitle, texts.expiredText);
    case "provider-error":
      return render(
        texts.providerErrorTitle,
        outcome.error === "access_denied"
          ? texts.providerDenied
          : outcome.error === "insufficient_scope"
            ? texts.providerLess
            : texts.providerErrorText,
      );
    case "failed":
      return render(texts.failedTitle, texts.failedText);
  }
}

/**
 * The answer to a question that a single click answers: of two clicks in quick succession the first one counts, and the
 * user has to see which one that was.
 */
function answered(
  services: Pick<PageServices, "base" | "texts">,
  { requestedSchema }: AnswerFlow,
  content: ElicitContent | undefined,
): Html | undefined {
  const filled = createPageForm(requestedSchema, services);
  const { layout } = answerLayout(filled.fields);
  if (!content || (layout !== "yes-no" && layout !== "choice")) return undefined;
  filled.setAll(content);
  return summary(services.texts.answered, filled.getSnapshot().fields, services.texts);
}

/** What was typed and came too late, so that the user can copy it. */
export function notSent(
  services: Pick<PageServices, "base" | "texts">,
  { requestedSchema }: AnswerFlow,
  entered: URLSearchParams | undefined,
): Html | undefined {
  if (!entered) return undefined;
  const filled = createPageForm(requestedSchema, services);
  fillForm(filled, entered);
  const { fields } = filled.getSnapshot();
  const typed = fields.map((state) =>
    state.value === undefined && typeof state.input === "string" && state.input !== ""
      ? { ...state, value: state.input }
      : state,
  );
  const some = typed.filter(({ value }) => value !== undefined);
  if (some.length === 0) return undefined;
  return summary(services.texts.notSent, some, services.texts);
}

const summary = (
  title: string,
  fields: readonly FieldState[],
  texts: PageServices["texts"],
): Html =>
  html`<section>
    <h2>${title}</h2>
    ${answerRows(
      fields.map((state) => ({ ...state, dirty: true })),
      texts,
    )}
  </section>`;
