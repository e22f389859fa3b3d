import { type MouseEvent, useEffect, useId, useMemo } from "react";
import { assertOptions } from "../../internal/assert-options.js";
import { accept, cancel, decline, type OpenQuestion } from "../../client/index.js";
import { isSuggested, REVIEW_MODES, type ReviewMode } from "../../form/answer-layout.js";
import { shownValue } from "../../form/shown-value.js";
import type { Intent } from "../answering/intent-context.js";
import { useFormAnswer } from "../answering/use-form-answer.js";
import { isButtonClick } from "../components/button.js";
import { useMarkVisible, useQuestionIntent } from "../components/question-frame.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { plainLinkProps } from "../links/plain-link.js";
import { useParts } from "../loading/use-parts.js";
import { controlGetters, controlId } from "./control-getters.js";
import { NO_FORM } from "./no-form.js";
import type { ButtonGetterProps, UsedElicitation } from "./used-elicitation.js";

/** Options of {@link useElicitation}. */
export interface UseElicitationOptions {
  /** When the answer is shown once more before it is sent. Default: the `review` of the provider. */
  readonly review?: ReviewMode | undefined;
}

/** What there is to show for a question. */
function stepOf(
  { needsApproval, mode }: OpenQuestion,
  isLoaded: boolean,
  isReview: boolean,
): UsedElicitation["step"] {
  if (!isLoaded) return "loading";
  if (needsApproval) return "permission";
  if (mode === "url") return "link";
  return isReview ? "review" : "form";
}

/** Makes the props of buttons that act for one question, and only inside of its element. */
const buttonFor =
  (id: string, busy: boolean, { ready, meant }: Intent) =>
  (act: () => void, isGuarded: boolean): ButtonGetterProps => ({
    type: "button",
    "aria-disabled": busy || (isGuarded && !ready) || undefined,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!isButtonClick(event)) return;
      event.preventDefault();
      const around = event.currentTarget.closest<HTMLElement>("[data-question]");
      if (around?.dataset["question"] !== id) {
        console.error("Spread getQuestionProps() on the element around the buttons of a question.");
      } else if (!busy && (!isGuarded || meant(event))) act();
    },
  });

/**
 * Answers a question with elements of your own. Drafts, errors, the review, links and the guard against keys and clicks
 * that were meant for something else are those of the components of `midcall/react`.
 *
 * What is left to you: every text (the server's name, `question.message`, labels, errors, the whole address of a link with
 * its warnings), where the focus goes when a question of the user's own call appears, and the texts of the buttons.
 *
 * @param question - an item of `showing` of {@link useElicitations}
 * @returns what to show, and the props of each element
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * const { fields, getQuestionProps, getFormProps, getLabelProps, getFieldProps, getAcceptProps } =
 *   useElicitation(question);
 * return (
 *   <article {...getQuestionProps()}>
 *     <form {...getFormProps()}>
 *       {fields.map(({ field }) => (
 *         <label key={field.name} {...getLabelProps(field.name)}>
 *           {field.label} <input {...getFieldProps(field.name)} />
 *         </label>
 *       ))}
 *       <button {...getAcceptProps()}>Send</button>
 *     </form>
 *   </article>
 * );
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function useElicitation(
  question: OpenQuestion,
  options: UseElicitationOptions = {},
): UsedElicitation {
  assertOptions<UseElicitationOptions>("useElicitation", options, {
    review: { oneOf: REVIEW_MODES },
  });
  const { id, needsApproval, mode } = question;
  const { store, formOf, openedHere } = useInboxContext();
  const { messages, locale, timeZoneOffset } = useQuestionLocalization();
  const isLoaded = useParts().parts !== undefined;
  const hasForm = isLoaded && mode === "form" && !needsApproval;
  // One form for each question, even while it ends, and with another provider's settings: it has what was entered.
  const form = useMemo(() => (hasForm ? formOf(question) : NO_FORM), [hasForm, id]);
  const secretFields = mode === "form" ? question.secretFields : [];
  const answered = useFormAnswer(form, { id, secretFields }, options.review, false);
  const { state, failed, layout, answering, leaving, reviewing, send } = answered;
  const { busy, answer, rejected } = answering;
  useMarkVisible(needsApproval ? "" : id);
  const prefix = useId();
  const step = stepOf(question, isLoaded, reviewing.content !== undefined);
  const opened = mode === "url" && question.opened;
  const [intent, handlers] = useQuestionIntent(
    question,
    `${id} ${step} ${opened}`,
    !!rejected || leaving.asking,
  );
  useEffect(() => {
    const index = state.fields.findIndex(({ issue }) => issue);
    if (failed && index >= 0) document.getElementById(controlId(prefix, index))?.focus();
    // Only after an attempt: while the user types, the focus stays.
  }, [failed]);

  const leadsToReview = step === "form" && answered.toReview();
  const button = buttonFor(id, busy, intent);
  const open = (via?: string): void => {
    openedHere.add(id);
    answer(accept(), via);
  };
  const [field] = form.fields;
  const acceptProps = (given?: boolean): ButtonGetterProps => {
    if (step === "link") return button(open, true);
    if (step === "review") return button(reviewing.sendReviewed, true);
    if (layout.layout === "yes-no" && field) {
      return button(() => {
        form.set(field.name, given);
        send();
      }, true);
    }
    // Enter in a field clicks it.
    return { ...button(send, !leadsToReview && state.valid), type: "submit" };
  };
  return {
    step,
    layout: layout.layout,
    fields: state.fields,
    review: reviewing.content
      ? state.fields.map((one) => ({
          label: one.field.label,
          values: shownValue(one, messages),
          suggested: isSuggested(one),
        }))
      : [],
    canSubmit: state.canSubmit,
    leadsToReview,
    isDiscarding: leaving.asking,
    isBusy: busy,
    isNotOpened:
      mode === "url" && !opened && (question.attempts > 0 || rejected?.notOpened === true),
    errors: failed?.errors ?? failed?.issues?.map(({ message }) => message) ?? [],
    ...controlGetters({
      form,
      fields: state.fields,
      id: prefix,
      secretFields,
      locale,
      timeZoneOffset,
    }),
    getQuestionProps: () => ({
      "aria-labelledby": `${prefix}-heading`,
      "data-question": id,
      ...handlers,
    }),
    getHeadingProps: () => ({ id: `${prefix}-heading`, tabIndex: -1 }),
    getFormProps: () => ({ noValidate: true, onSubmit: (event) => event.preventDefault() }),
    getAcceptProps: acceptProps,
    getEditProps: () => button(() => reviewing.review(undefined), false),
    getDeclineProps: () => button(() => leaving.leave(decline()), true),
    getCancelProps: () => button(() => leaving.leave(cancel()), true),
    getDiscardProps: () => button(leaving.discard, true),
    getKeepProps: () => button(leaving.keep, false),
    getPermissionProps: (decision) => button(() => store.setPermission(id, decision), true),
    getLinkProps: () =>
      mode === "url" ? plainLinkProps(question.link.url, () => open("link")) : {},
    close: () => leaving.leave(cancel()),
  };
}
