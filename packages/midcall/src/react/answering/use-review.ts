import { useEffect } from "react";
import type { ElicitContent } from "../../client/index.js";
import type { Form } from "../../form/index.js";
import { useStateOf } from "../hooks/state-of.js";

/** What is being reviewed: it stays when a question is shown in another place. */
const reviews = new WeakMap<Form, ElicitContent>();

/** The review of an answer. */
export interface AnswerReview {
  /** What is being reviewed; `undefined` while the form is filled in. */
  readonly content: ElicitContent | undefined;
  /** Begins the review of a content, or ends it. */
  readonly review: (content: ElicitContent | undefined) => void;
  /** Sends what was reviewed, unless the form was edited in another place since: then the review ends. */
  readonly sendReviewed: () => void;
}

/**
 * Keeps what is being reviewed.
 *
 * @param rejected - the answer that was not accepted, if any: its review ends
 * @param send - sends a content
 */
export function useReview(
  form: Form,
  rejected: unknown,
  send: (content: ElicitContent) => void,
): AnswerReview {
  const [content, setContent] = useStateOf(form, reviews.get(form));
  const review = (next: ElicitContent | undefined): void => {
    if (next) reviews.set(form, next);
    else reviews.delete(form);
    setContent(next);
  };
  useEffect(() => {
    if (!rejected) return;
    reviews.delete(form);
    setContent(undefined);
  }, [rejected, form, setContent]);
  const sendReviewed = (): void => {
    const result = form.submit();
    const isSame = result.ok && JSON.stringify(result.content) === JSON.stringify(content);
    if (isSame) send(result.content);
    else review(undefined);
  };
  return { content, review, sendReviewed };
}
