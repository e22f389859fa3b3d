import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../components/button.js";
import { AnswerButton } from "./answer-button.js";
import { useQuestionLocalization } from "../context.js";

/** Asks before a decline or a cancel discards what the user has entered. Takes the focus, and returns it. */
export function AskDiscard(props: {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}): ReactNode {
  const { onDiscard, onKeep } = props;
  const { messages } = useQuestionLocalization();
  const id = useId();
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    title.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-midcall="discard"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // A dialog around it must not close.
        event.preventDefault();
        onKeep();
      }}
    >
      <p ref={title} id={id} tabIndex={-1} data-midcall="title">
        {messages.discardTitle}
      </p>
      <div data-midcall="actions">
        <Button onClick={onKeep}>{messages.keep}</Button>
        <AnswerButton variant="danger" onClick={onDiscard}>
          {messages.discard}
        </AnswerButton>
      </div>
    </div>
  );
}
