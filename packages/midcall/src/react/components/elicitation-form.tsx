import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { accept, type ElicitContent, type FormQuestion } from "../../client/index.js";
import { answerLayout, needsReview, type ReviewMode } from "../../form/answer-layout.js";
import { AskDiscard } from "../answering/discard.js";
import { useLeave } from "../answering/use-leave.js";
import { YesNoButtons, YesNoLabel } from "../answering/yes-no.js";
import { useInboxContext, useLocalization } from "../context.js";
import { FormFields } from "../fields/form-fields.js";
import { focusQuestion, questionAround } from "../focus/focus-question.js";
import { useResponding } from "../hooks/respond.js";
import { useForm } from "../hooks/use-form.js";
import { Button } from "./button.js";
import { ErrorSummary } from "./error-summary.js";
import { QuestionActions, QuestionFrame, useMarkVisible } from "./question-frame.js";
import { ReviewStep } from "./review.js";
import { shownName } from "./shown-name.js";

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

/**
 * A form-mode question with its heading, fields and buttons: the user fills in and sends the form, or declines or
 * cancels. A question with one yes/no field has a button for each answer, which sends it.
 *
 * Input is kept as long as the question is open, even while this component is not rendered. A decline or a cancel asks
 * before it discards what was entered.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * const { showing } = useElicitations();
 * return showing.map((question) =>
 *   question.mode === "form" && !question.needsApproval ? <ElicitationForm key={question.id} question={question} /> : null,
 * );
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode
 */
export function ElicitationForm(props: ElicitationFormProps): ReactNode {
  return <FormAnswer key={props.question.id} {...props} />;
}

function FormAnswer({ question, review }: ElicitationFormProps): ReactNode {
  const { id, secretFields } = question;
  const server = shownName(question.server);
  const inbox = useInboxContext();
  const { messages } = useLocalization();
  const [form] = useState(() => inbox.formOf(question));
  const { state, submit, failed } = useForm(form);
  const answering = useResponding(id);
  const [content, setContent] = useState<ElicitContent>();
  const partId = useId();
  const box = useRef<HTMLFormElement>(null);
  useMarkVisible(id);

  const { rejected, busy, answer } = answering;
  const { asking, leave, discard, keep } = useLeave(form, answer);
  useEffect(() => {
    if (rejected) setContent(undefined);
  }, [rejected]);

  const answers = answerLayout(form.fields);
  const toReview = (): boolean =>
    needsReview(review ?? inbox.review, form.getSnapshot(), { secretFields, showsOffsets: true });
  const send = (): void => {
    if (content || busy || asking) return;
    // Submitting touches the fields, so the reasons for a review are taken before.
    const reviewed = toReview();
    const result = submit();
    if (!result.ok) return;
    if (reviewed) setContent(result.content);
    else answer(accept(result.content));
  };
  const edit = (): void => {
    setContent(undefined);
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
        <Button variant="primary" accepts disabled={busy} onClick={() => answer(accept(content))}>
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
