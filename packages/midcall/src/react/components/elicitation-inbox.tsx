import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocalization } from "../context.js";
import { ElicitationQuestion } from "./elicitation-question.js";
import { HeldQuestionList } from "./held-questions.js";
import { OpenedLinks } from "./opened-links.js";
import { ServerRule } from "./server-rule.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** Properties of {@link ElicitationInbox}. */
export interface ElicitationInboxProps {
  /** Servers for which to show a rule, in addition to those with open questions. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * All open questions, as part of the page: the current ones, the number of waiting ones by server, those that a limit
 * holds back, the pages that the user has opened, and the rule of each server. It does not take the focus; a live region announces changes.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <aside>
 *   <ElicitationInbox servers={["GitHub", "Files"]} />
 * </aside>;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model
 */
export function ElicitationInbox({ servers = [] }: ElicitationInboxProps): ReactNode {
  const { showing, waiting, held, links } = useElicitations();
  const { messages } = useLocalization();
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    // If the removed question had the focus, the focus moves to the heading.
    const { activeElement } = document;
    if (inside.current && (!activeElement || activeElement === document.body))
      title.current?.focus();
  }, [showing, held, links]);

  const counts = new Map<string, number>();
  for (const { server } of waiting) counts.set(server, (counts.get(server) ?? 0) + 1);
  const asking = [...showing, ...waiting].map(({ server }) => server);
  const ruled = [...new Set([...servers, ...asking])];
  return (
    <section
      aria-labelledby={heading}
      data-midcall="inbox"
      onFocus={() => (inside.current = true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        inside.current = relatedTarget === null || currentTarget.contains(relatedTarget);
      }}
    >
      <h2 ref={title} id={heading} tabIndex={-1} data-midcall="title">
        {messages.inbox}
      </h2>
      {showing.length + held.length + links.length === 0 && (
        <p data-midcall="empty">{messages.empty}</p>
      )}
      {showing.map((question) => (
        <ElicitationQuestion key={question.id} question={question} />
      ))}
      {waiting.length > 0 && (
        <div data-midcall="waiting">
          <p data-midcall="title">{messages.waiting(waiting.length)}</p>
          <ul>
            {[...counts].map(([server, count]) => (
              <li key={server}>{messages.waitingFor(shownName(server), count)}</li>
            ))}
          </ul>
        </div>
      )}
      <HeldQuestionList />
      <OpenedLinks />
      {ruled.length > 0 && (
        <details data-midcall="rules">
          <summary>{messages.rules}</summary>
          {ruled.map((server) => (
            <ServerRule key={server} server={server} />
          ))}
        </details>
      )}
    </section>
  );
}
