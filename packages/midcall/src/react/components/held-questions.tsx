import type { ReactNode } from "react";
import { useLocalization } from "../context.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { Button } from "./button.js";
import { shownName } from "./shown-name.js";

/**
 * The servers whose questions a limit holds back, with the choice to show or to refuse them. {@link ElicitationInbox}
 * and {@link ElicitationDialog} contain it.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <aside>
 *   <HeldQuestionList />
 * </aside>;
 * ```
 */
export function HeldQuestionList(): ReactNode {
  const { held, showHeld, refuseHeld } = useElicitations();
  const { messages } = useLocalization();
  return held.map(({ server, count, reason }) => {
    const text = messages.held(shownName(server), count, reason);
    return (
      <section key={server} aria-label={text} data-midcall="held">
        <p>{text}</p>
        <div data-midcall="actions">
          <Button onClick={() => showHeld(server)}>{messages.showHeld(count)}</Button>
          <Button onClick={() => refuseHeld(server)}>{messages.refuseHeld(count)}</Button>
        </div>
      </section>
    );
  });
}
