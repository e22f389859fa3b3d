import { type ReactNode, useId, useRef } from "react";
import { useAttributes, useInboxContext, useLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import type { ReturnFocus } from "../focus/inbox-focus.js";
import { PartsMissing } from "../loading/parts-missing.js";
import { useParts } from "../loading/use-parts.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** Properties of {@link ElicitationInbox}. */
export interface ElicitationInboxProps extends ElementAttributes {
  /** Servers for which to show a rule, in addition to those with open questions. */
  readonly servers?: readonly string[] | undefined;
  /**
   * Returns the element that takes the focus when a question that had it has ended and no other question of the user's
   * own is shown, such as the result of the call. Default, also for `undefined`: the heading of the inbox.
   */
  readonly returnFocus?: ReturnFocus | undefined;
}

/**
 * All open questions, as part of the page: the current ones, the number of waiting ones by server, those that a limit
 * holds back, the pages that the user has opened, and the rule of each server. A live region announces changes.
 *
 * A question of a call that the user has started by hand (`ownCall`) takes the focus when it appears, unless the user is
 * typing. Any other question never takes it.
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
export function ElicitationInbox(props: ElicitationInboxProps): ReactNode {
  const { servers = [], returnFocus, ...attributes } = props;
  const { parts } = useParts();
  const open = useElicitations();
  const { showing, held, links, waiting } = open;
  const { shortcut } = useInboxContext();
  const { messages } = useLocalization();
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);

  const counts = new Map<string, number>();
  for (const { server } of waiting) counts.set(server, (counts.get(server) ?? 0) + 1);
  const asking = [...showing, ...waiting].map(({ server }) => server);
  const ruled = [...new Set([...servers, ...asking])];
  return (
    <section {...useAttributes("inbox", attributes)} aria-labelledby={heading}>
      <h2
        ref={title}
        id={heading}
        tabIndex={-1}
        data-midcall="title"
        aria-keyshortcuts={shortcut || undefined}
      >
        {messages.inbox}
      </h2>
      {showing.length + held.length + links.length === 0 ? (
        <p data-midcall="empty">{messages.empty}</p>
      ) : (
        !parts && <PartsMissing />
      )}
      {parts &&
        showing.map((question) => <parts.AnyQuestion key={question.id} question={question} />)}
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
      {parts && <parts.HeldSections />}
      {parts && <parts.OpenedCards />}
      {parts && ruled.length > 0 && (
        <details data-midcall="rules">
          <summary>{messages.rules}</summary>
          {ruled.map((server) => (
            <parts.RuleControl key={server} server={server} />
          ))}
        </details>
      )}
      {parts && <parts.InboxFocus title={title} returnFocus={returnFocus} />}
    </section>
  );
}
