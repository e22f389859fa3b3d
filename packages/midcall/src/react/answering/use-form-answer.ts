import { accept, type FormQuestion } from "../../client/index.js";
import {
  type AnswerLayout,
  answerLayout,
  needsReview,
  type ReviewMode,
} from "../../form/answer-layout.js";
import type { Form, FormState } from "../../form/index.js";
import { useInboxContext } from "../context.js";
import { type Responding, useResponding } from "../hooks/respond.js";
import { type FailedSubmit, useForm } from "../hooks/use-form.js";
import { type Leaving, useLeave } from "./use-leave.js";
import { type AnswerReview, useReview } from "./use-review.js";

/** What answers a form-mode question, whatever shows it. */
export interface FormAnswering {
  readonly state: FormState;
  readonly failed: FailedSubmit | undefined;
  readonly layout: AnswerLayout;
  readonly answering: Responding;
  readonly leaving: Leaving;
  readonly reviewing: AnswerReview;
  /** Whether the answer will be shown once more before it is sent. */
  readonly toReview: () => boolean;
  /** Sends the answer, or begins its review, unless something prevents it. */
  readonly send: () => void;
}

/**
 * Fills in, reviews, sends, declines and cancels a form.
 *
 * @param showsOffsets - whether the fields show, beside each date and time, exactly what will be sent
 */
export function useFormAnswer(
  form: Form,
  { id, secretFields }: Pick<FormQuestion, "id" | "secretFields">,
  review: ReviewMode | undefined,
  showsOffsets: boolean,
): FormAnswering {
  const inbox = useInboxContext();
  const { state, submit, failed } = useForm(form);
  const answering = useResponding(id);
  const { rejected, busy, answer } = answering;
  const leaving = useLeave(form, answer);
  const reviewing = useReview(form, rejected, (reviewed) => answer(accept(reviewed)));
  const toReview = (): boolean =>
    needsReview(review ?? inbox.review, form.getSnapshot(), { secretFields, showsOffsets });
  const send = (): void => {
    if (reviewing.content || busy || leaving.asking) return;
    // Submitting touches the fields, so the reasons for a review are taken before.
    const reviewed = toReview();
    const result = submit();
    if (!result.ok) return;
    if (reviewed) reviewing.review(result.content);
    else answer(accept(result.content));
  };
  return {
    ...{ state, failed: rejected ?? failed, answering, leaving, reviewing, toReview, send },
    layout: answerLayout(form.fields),
  };
}
