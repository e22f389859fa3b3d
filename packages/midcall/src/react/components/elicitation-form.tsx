import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { accept, type FormQuestion } from "../../client/index.js";
import type { ElicitContent } from "../../client/index.js";
import { useResponding, useSettled } from "../hooks/respond.js";
import { Button } from "./button.js";
import { useInboxContext, useLocalization } from "../context.js";
import { FormFields } from "../fields/form-fields.js";
import { QuestionFrame, useMarkVisible, QuestionActions } from "./question-frame.js";
import { Review } from "./review.js";
import { shownName } from "./shown-name.js";
import { useForm } from "../hooks/use-form.js";

/** Properties of {@link ElicitationForm}. */
export interface ElicitationFormProps {
  readonly question: FormQuestion;
  /** Whether to show a review of the content before it is sent. Default true. */
  readonly review?: boolean | undefined;
}

/**
 * A form-mode question with its heading, fields and buttons: the user fills in, reviews and sends the form, or declines
 * or cancels.
 *
 * Input is kept as long as the question is open, even while this component is not rendered.
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

function FormAnswer({ question, review = true }: ElicitationFormProps): ReactNode {
  const { id, secretFields } = question;
  const server = shownName(question.server);
  const { formOf } = useInboxContext();
  const { messages } = useLocalization();
  const [form] = useState(() => formOf(question));
  const { state, submit, failed } = useForm(form);
  const answering = useResponding(id);
  const [content, setContent] = useState<ElicitContent>();
  const settled = useSettled(content);
  const reviewId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const fieldset = useRef<HTMLFormElement>(null);
  useMarkVisible(id);

  const { rejected: refused, busy, answer } = answering;
  useEffect(() => {
    if (refused) setContent(undefined);
  }, [refused]);
  useEffect(() => {
    if (content) heading.current?.focus();
  }, [content]);

  const simple = form.fields.length === 0 || !review;
  const unavailable = busy || !settled;
  const blocked = simple ? unavailable : busy;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (content || blocked) return;
    const result = submit();
    if (!result.ok) return;
    if (simple) answer(accept(result.content));
    else setContent(result.content);
  };
  const edit = (): void => {
    setContent(undefined);
    // After the fields have been rendered again.
    requestAnimationFrame(() =>
      fieldset.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(),
    );
  };
  const labels = form.fields.filter(({ name }) => secretFields.includes(name));

  return (
    <QuestionFrame question={question}>
      <form ref={fieldset} noValidate onSubmit={onSubmit} data-midcall="form">
        {content ? (
          <section aria-labelledby={reviewId} data-midcall="step">
            <h4 ref={heading} id={reviewId} tabIndex={-1} data-midcall="title">
              {messages.review}
            </h4>
            <p data-midcall="hint">{messages.reviewFor(server)}</p>
            <Review fields={state.fields} />
          </section>
        ) : (
          <>
            {labels.length > 0 && (
              <p data-midcall="note" data-tone="warning">
                {messages.secretForm(
                  labels.map(({ label }) => label),
                  server,
                )}
              </p>
            )}
            <FormFields form={form} failed={refused ?? failed} secretFields={secretFields} />
          </>
        )}
        <QuestionActions question={question} answering={answering}>
          {content ? (
            <>
              <Button
                variant="primary"
                disabled={unavailable}
                onClick={() => answer(accept(content))}
              >
                {messages.send}
              </Button>
              <Button disabled={busy} onClick={edit}>
                {messages.edit}
              </Button>
            </>
          ) : (
            state.canSubmit && (
              <Button type="submit" variant="primary" disabled={blocked}>
                {!simple
                  ? messages.submit
                  : state.fields.length > 0
                    ? messages.send
                    : messages.agree}
              </Button>
            )
          )}
        </QuestionActions>
      </form>
    </QuestionFrame>
  );
}
