import { type ReactNode, useEffect, useRef } from "react";
import type { ArgumentIssue } from "../../../data/arguments/node-contracts.js";
import { focusNode } from "./focus-node.js";
import { t } from "../../../messages/text.js";

const MOST_SHOWN = 20;
const SHORT = 80;

export interface IssueSummaryProps {
  readonly issues: readonly ArgumentIssue[];
  /** A new object after each attempt, which moves the focus here. */
  readonly attempt: object;
  /** Calls the tool all the same; `undefined` if there is nothing that could be sent. */
  readonly onSendAnyway: (() => void) | undefined;
}

/** What is wrong with the arguments, with a link to each field. */
export function IssueSummary({ issues, attempt, onSendAnyway }: IssueSummaryProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [attempt]);
  const title =
    issues.length === 1
      ? t("Please fix the following problem")
      : t("Please fix the following {0} problems", issues.length);
  const textOf = ({ path, text }: ArgumentIssue): string =>
    [path.map((label) => label.slice(0, SHORT)).join(" › "), text].filter(Boolean).join(": ");
  return (
    <div ref={box} role="group" tabIndex={-1} aria-label={title} data-midcall="summary">
      <h4 data-midcall="title">{title}</h4>
      <ul>
        {issues.slice(0, MOST_SHOWN).map((issue, index) => (
          <li key={index}>
            <a
              href={`#${issue.node}`}
              onClick={(event) => {
                // The link must not change the page's address.
                event.preventDefault();
                focusNode(issue.node);
              }}
            >
              {textOf(issue)}
            </a>
          </li>
        ))}
      </ul>
      {issues.length > MOST_SHOWN && <p>{t("And {0} more.", issues.length - MOST_SHOWN)}</p>}
      {onSendAnyway ? (
        <p className="actions">
          <button type="button" onClick={onSendAnyway}>
            {t("Send as it is")}
          </button>
          <span className="hint">{t("To see what the server says about it.")}</span>
        </p>
      ) : (
        <p className="hint">{t("Until the JSON is valid, nothing can be sent.")}</p>
      )}
    </div>
  );
}
