import { use } from "react";
import { MeantInputContext } from "../../hooks/use-meant-input.js";

export interface AnswerButtonProps {
  /** Default: submits the form around it. */
  readonly onAnswer?: () => void;
  readonly busy?: boolean;
  readonly className?: "primary" | "danger";
  readonly children: React.ReactNode;
}

/** A button that answers a request: it acts only on an input that can have been meant for it. */
export function AnswerButton(props: AnswerButtonProps): React.ReactNode {
  const { onAnswer, busy = false, className, children } = props;
  const { ready, isMeant } = use(MeantInputContext);
  return (
    <button
      type={onAnswer ? "button" : "submit"}
      className={className}
      aria-disabled={busy || !ready || undefined}
      onClick={(event) => {
        if (busy || !isMeant(event)) event.preventDefault();
        else onAnswer?.();
      }}
    >
      {children}
    </button>
  );
}
