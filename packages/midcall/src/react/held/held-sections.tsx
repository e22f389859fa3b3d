import type { ReactNode } from "react";
import { useAttributes, useQuestionLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { Button } from "../components/button.js";
import { shownName } from "../components/shown-name.js";

/** A section for each server whose questions a limit holds back. */
export function HeldSections(props: ElementAttributes): ReactNode {
  const { held, showHeld, refuseHeld } = useElicitations();
  const attributes = useAttributes("held", props);
  const { messages } = useQuestionLocalization();
  return held.map(({ server, count, reason }) => {
    const text = messages.held(shownName(server), count, reason);
    return (
      <section key={server} {...attributes} aria-label={text}>
        <p>{text}</p>
        <div data-midcall="actions">
          <Button onClick={() => showHeld(server)}>{messages.showHeld(count)}</Button>
          <Button onClick={() => refuseHeld(server)}>{messages.refuseHeld(count)}</Button>
        </div>
      </section>
    );
  });
}
