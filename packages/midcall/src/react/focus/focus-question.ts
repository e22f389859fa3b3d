const ARTICLE = "[data-question]";
const CONTROLS = '[data-midcall="fields"] :is(input, select, textarea)';

/** The question that an element is in. */
export const questionAround = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>(ARTICLE) ?? null;

/** The element of a question, by its `id`. */
export const questionElement = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(ARTICLE)].find(
    (one) => one.dataset["question"] === id,
  );

/** The first control of a question, or the chosen one of its group: there the Tab key arrives. */
function firstControl(article: HTMLElement): HTMLElement | null {
  const first = article.querySelector<HTMLInputElement>(CONTROLS);
  const group = first?.type === "radio" ? first.closest("fieldset") : null;
  return group?.querySelector<HTMLElement>(":checked") ?? first;
}

/**
 * Moves the focus to a question and scrolls it into view: to its first control, or to its heading if it has none, if
 * that is asked for, or if the control would be out of sight below a long message. It is never moved to a button, so
 * that a key that is pressed at this moment answers nothing.
 */
export function focusQuestion(article: HTMLElement, onHeading = false): void {
  // A host decides with `scroll-behavior` whether this is animated. Of a question that is higher than the window, the
  // beginning is shown.
  article.scrollIntoView?.({ block: article.offsetHeight > innerHeight ? "start" : "nearest" });
  const control = onHeading ? null : firstControl(article);
  const seen = control && control.getBoundingClientRect().bottom <= innerHeight;
  (seen ? control : article.querySelector<HTMLElement>("h3"))?.focus({ preventScroll: true });
}
