import { type ReactNode, useId, useRef, useState } from "react";
import { accept, type FormQuestion } from "../../client/index.js";
import { answerLayout, needsReview, type ReviewMode } from "../../form/answer-layout.js";
import { AskDiscard } from "./discard.js";
import { useLeave } from "./use-leave.js";
import { useReview } from "./use-review.js";
import { YesNoButtons, YesNoLabel } from "./yes-no.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { FormFields } from "../fields/form-fields.js";
import { focusQuestion, questionAround } from "../focus/focus-question.js";
import { useResponding } from "../hooks/respond.js";
import { useForm } from "../hooks/use-form.js";
import { Button } from "../components/button.js";
import { ErrorSummary } from "../components/error-summary.js";
import { QuestionActions, QuestionFrame, useMarkVisible } from "../components/question-frame.js";
import { ReviewStep } from "../components/review.js";
import { shownName } from "../components/shown-name.js";

/** Properties of {@link ElicitationForm}. */
export interface ElicitationFormProps {
  readonly question: FormQuestion;
  /**
   * When the content is shown once more before it is sent: `always`, `never`, or `auto`, where that shows something that
   * the form does not. A question with one yes/no field or one choice needs no review with `auto`. Default: the `review`
   * of the provider.
   */
  readonly review?: ReviewMode | undefined;
}

/** A form-mode question: the fields, the review, and the buttons. Another question needs another `key`. */
export function FormAnswer({ question, review }: ElicitationFormProps): ReactNode {
  const { id, secretFields } = question;
  const server = shownName(question.server);
  const inbox = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [form] = useState(() => inbox.formOf(question));
  const { state, submit, failed } = useForm(form);
  const answering = useResponding(id);
  const partId = useId();
  const box = useRef<HTMLFormElement>(null);
  useMarkVisible(id);

  const { rejected, busy, answer } = answering;
  const { asking, leave, discard, keep } = useLeave(form, answer);
  const reviewing = useReview(form, rejected, (reviewed) => answer(accept(reviewed)));
  const { content } = reviewing;

  const answers = answerLayout(form.fields);
  const toReview = (): boolean =>
    needsReview(review ?? inbox.review, form.getSnapshot(), { secretFields, showsOffsets: true });
  const send = (): void => {
    if (content || busy || asking) return;
    // Submitting touches the fields, so the reasons for a review are taken before.
    const reviewed = toReview();
    const result = submit();
    if (!result.ok) return;
    if (reviewed) reviewing.review(result.content);
    else answer(accept(result.content));
  };
  const edit = (): void => {
    reviewing.review(undefined);
    // After the fields have been rendered again.
    requestAnimationFrame(() => {
      const article = questionAround(box.current);
      if (article) focusQuestion(article);
    });
  };
  const labels = form.fields.filter(({ name }) => secretFields.includes(name));

  let fields: ReactNode;
  let buttons: ReactNode;
  if (content) {
    fields = <ReviewStep server={server} fields={state.fields} />;
    buttons = (
      <>
        <Button variant="primary" accepts disabled={busy} onClick={reviewing.sendReviewed}>
          {messages.send}
        </Button>
        <Button disabled={busy} onClick={edit}>
          {messages.edit}
        </Button>
      </>
    );
  } else if (answers.layout === "yes-no") {
    const { field } = answers;
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
        <FormFields form={form} failed={rejected ?? failed} secretFields={secretFields} />
      </>
    );
    const reviewed = toReview();
    const sends = answers.layout === "agree" ? messages.agree : messages.send;
    buttons = state.canSubmit && (
      <Button type="submit" variant="primary" accepts={!reviewed && state.valid} disabled={busy}>
        {reviewed ? messages.review : sends}
      </Button>
    );
  }
  return (
    <QuestionFrame question={question} step={content}>
      <form
        ref={box}
        noValidate
        data-midcall="form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {fields}
        {asking && <AskDiscard onDiscard={discard} onKeep={keep} />}
        <QuestionActions question={question} answering={answering} onLeave={leave} hidden={asking}>
          {buttons}
        </QuestionActions>
      </form>
    </QuestionFrame>
  );
}
