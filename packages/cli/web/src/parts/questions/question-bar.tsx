import { useEffect, useState } from "react";
import { goToQuestion } from "./go-to-question.js";
import { t } from "../../messages/text.js";

/** Whether a part of the element is on the screen. */
function useOnScreen(element: HTMLElement | null): boolean {
  const [isOnScreen, setOnScreen] = useState(true);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setOnScreen(entry?.isIntersecting === true),
      // The bar itself does not count.
      { rootMargin: "0px 0px -64px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}

export interface QuestionBarProps {
  readonly open: number;
  /** How many pages the user has opened whose calls still run. */
  readonly pages: number;
  /** The element that contains the questions. */
  readonly target: HTMLElement | null;
}

const questionsText = (open: number): string =>
  open === 1 ? t("1 question") : t("{0} questions", open);
const pagesText = (pages: number): string =>
  pages === 1 ? t("1 opened page") : t("{0} opened pages", pages);

/** A bar at the bottom of small screens while the open questions, or the opened pages, are elsewhere on the page. */
export function QuestionBar({ open, pages, target }: QuestionBarProps): React.ReactNode {
  const isOnScreen = useOnScreen(target);
  return (
    <div
      className="question-bar"
      hidden={isOnScreen}
      role="region"
      aria-label={t("Open questions")}
    >
      <span>{open > 0 ? questionsText(open) : pagesText(pages)}</span>
      <button type="button" className="primary" onClick={goToQuestion}>
        {open > 0 ? t("Answer") : t("Show")}
      </button>
    </div>
  );
}
