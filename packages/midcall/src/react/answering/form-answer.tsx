import { type ReactNode, useId, useState } from "react";
import type { FormQuestion } from "../../client/index.js";
import type { ReviewMode } from "../../form/answer-layout.js";
import { AnswerButton } from "./answer-button.js";
import { AskDiscard } from "./discard.js";
import { useFormAnswer } from "./use-form-answer.js";
import { YesNoButtons, YesNoLabel } from "./yes-no.js";
import { useAttributes, useInboxContext, useQuestionLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { FormFields } from "../fields/form-fields.js";
import { focusQuestion, questionElement } from "../focus/focus-question.js";
import { Button } from "../components/button.js";
import { ErrorSummary } from "../components/error-summary.js";
import { QuestionActions, QuestionFrame, useMarkVisible } from "../components/question-frame.js";
import { ReviewStep } from "../components/review.js";
import { shownName } from "../components/shown-name.js";

/** Properties of {@link ElicitationForm}. */
export interface ElicitationFormProps extends ElementAttributes {
  readonly question: FormQuestion;
  /**
   * When the content is shown once more before it is sent: `always`, `never`, or `auto`, where that shows something that
   * the form does not. A question with one yes/no field or one choice needs no review with `auto`. Default: the `review`
   * of the provider.
   */
  readonly review?: ReviewMode | undefined;
}

/** A form-mode question: the fields, the review, and the buttons. Another question needs another `key`. */
export function FormAnswer(props: ElicitationFormProps): ReactNode {
  const { question, review, ...attributes } = props;
  const { id, secretFields } = question;
  const server = shownName(question.server);
  const inbox = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [form] = useState(() => inbox.formOf(question));
  const answered = useFormAnswer(form, question, review, true);
  const { state, failed, layout, answering, leaving, reviewing, toReview, send } = answered;
  const { rejected, busy } = answering;
  const { asking, leave, discard, keep } = leaving;
  const partId = useId();
  useMarkVisible(id);

  const edit = (): void => {
    reviewing.review(undefined);
    // After the fields have been rendered again.
    requestAnimationFrame(() => {
      const article = questionElement(id);
      if (article) focusQuestion(article);
    });
  };
  const labels = form.fields.filter(({ name }) => secretFields.includes(name));

  let fields: ReactNode;
  let buttons: ReactNode;
  if (reviewing.content) {
    fields = <ReviewStep server={server} fields={state.fields} />;
    buttons = (
      <>
        <AnswerButton variant="primary" disabled={busy} onClick={reviewing.sendReviewed}>
          {messages.send}
        </AnswerButton>
        <Button disabled={busy} onClick={edit}>
          {messages.edit}
        </Button>
      </>
    );
  } else if (layout.layout === "yes-no") {
    const { field } = layout;
    fields = (
      <>
        {rejected && <ErrorSummary failed={rejected} />}
        <YesNoLabel id={partId} field={field} />
      </>
    );
    buttons = (
      <YesNoButtons
        id={partId}
        field={field}
        busy={busy}
        onAnswer={(given) => {
          form.set(field.name, given);
          send();
        }}
      />
    );
  } else {
    fields = (
      <>
        {labels.length > 0 && (
          <p data-midcall="note" data-tone="warning">
            {messages.secretForm(
              labels.map(({ label }) => label),
              server,
            )}
          </p>
        )}
        <FormFields form={form} failed={failed} secretFields={secretFields} />
      </>
    );
    const reviewed = toReview();
    const sends = layout.layout === "agree" ? messages.agree : messages.send;
    buttons = state.canSubmit && (
      <AnswerButton
        // Enter in a field clicks it.
        type="submit"
        variant="primary"
        accepts={!reviewed && state.valid}
        disabled={busy}
        onClick={send}
      >
        {reviewed ? messages.review : sends}
      </AnswerButton>
    );
  }
  return (
    <QuestionFrame
      question={question}
      step={reviewing.content}
      isUnended={!!rejected || asking}
      attributes={attributes}
    >
      <form noValidate {...useAttributes("form")} onSubmit={(event) => event.preventDefault()}>
        {fields}
        {asking && <AskDiscard onDiscard={discard} onKeep={keep} />}
        <QuestionActions question={question} answering={answering} onLeave={leave} hidden={asking}>
          {buttons}
        </QuestionActions>
      </form>
    </QuestionFrame>
  );
}
