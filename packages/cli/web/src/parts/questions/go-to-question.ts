import { showBeginning } from "../../show-beginning.js";

/**
 * Moves the focus to the current question: to its first field, or to its heading; without a question, to the heading of
 * an opened page. Never to a button, so that a key that is pressed at this moment answers nothing.
 */
export function goToQuestion(): void {
  const area = document.getElementById("questions");
  const article =
    area?.querySelector("[data-question]") ??
    area?.querySelector('[data-midcall="opened"]') ??
    area;
  const target =
    article?.querySelector<HTMLElement>(
      ':is([data-midcall="fields"], .request) :is(input, select, textarea)',
    ) ?? article?.querySelector<HTMLElement>("h3, h2");
  if (article) showBeginning(article);
  target?.focus();
}
