import { type ReactNode, useEffect, useRef } from "react";
import type { FormIssue } from "../../form/index.js";
import { useLocalization } from "../context.js";
import type { FailedSubmit } from "../hooks/use-form.js";

/** An error, and the control it links to. */
export interface Problem {
  readonly text: string;
  /** `id` of the control; absent if the error does not concern one. */
  readonly target?: string | undefined;
}

/** The errors that prevented an answer, at the top of the form. Takes the focus after every failed attempt. */
export function ErrorSummary(props: {
  readonly failed: FailedSubmit;
  readonly problemOf?: (issue: FormIssue) => Problem;
}): ReactNode {
  const { failed, problemOf } = props;
  const { messages } = useLocalization();
  const { issues, errors = [] } = failed;
  const problems =
    issues && problemOf
      ? issues.map(problemOf)
      : errors.map((error): Problem => ({ text: messages.refusal?.(error) ?? error }));
  const box = useRef<HTMLDivElement>(null);
  const title = messages.problems(problems.length);
  useEffect(() => box.current?.focus(), [failed]);
  return (
    <div ref={box} role="group" tabIndex={-1} aria-label={title} data-midcall="summary">
      <h4 data-midcall="title">{title}</h4>
      <ul>
        {problems.map(({ text, target }, index) => (
          <li key={index}>
            {target === undefined ? (
              text
            ) : (
              <a
                href={`#${target}`}
                onClick={(event) => {
                  // The link must not change the page's address.
                  event.preventDefault();
                  document.getElementById(target)?.focus();
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
