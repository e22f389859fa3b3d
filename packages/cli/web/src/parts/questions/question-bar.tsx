import { useEffect, useState } from "react";
import { goToQuestion } from "./go-to-question.js";

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
  /** The element that contains the questions. */
  readonly target: HTMLElement | null;
}

/** A bar at the bottom of small screens while the open questions are elsewhere on the page. */
export function QuestionBar({ open, target }: QuestionBarProps): React.ReactNode {
  const isOnScreen = useOnScreen(target);
  return (
    <div className="question-bar" hidden={isOnScreen} role="region" aria-label="Open questions">
      <span>{open === 1 ? "1 question" : `${open} questions`}</span>
      <button type="button" className="primary" onClick={goToQuestion}>
        Answer
      </button>
    </div>
  );
}
