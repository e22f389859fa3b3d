/** Where the focus was before the user went to the question. */
let origin: HTMLElement | undefined;

/** The first control of the current question, or the heading of the questions. */
function firstTarget(): HTMLElement | null {
  const area = document.getElementById("questions");
  return (
    area?.querySelector<HTMLElement>(
      '[data-midcall="question"] :is(input, select, textarea, button, a):not([type="hidden"], :disabled)',
    ) ??
    area?.querySelector<HTMLElement>("h3, h2") ??
    null
  );
}

/** Moves the focus to the current question, and remembers where it was. */
export function goToQuestion(): void {
  const target = firstTarget();
  if (!target) return;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== document.body)
    origin = activeElement;
  target.focus();
  target.closest("article")?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus to the question, or back to where it was before. */
export function switchToQuestion(): void {
  const isThere = document.activeElement?.closest("#questions");
  if (!isThere) return goToQuestion();
  const target = origin?.isConnected ? origin : document.querySelector<HTMLElement>("main h1");
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
}
