import { type ReactNode, useEffect, useId, useRef } from "react";
import type { OpenedLink } from "../../client/inbox/question.js";
import { useAttributes, useInboxContext, useQuestionLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { LongText } from "../fields/long-text.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { Button } from "../components/button.js";
import { LinkCode } from "./link-code.js";
import { hostOf } from "./link-host.js";
import { OpenAgain } from "./open-again.js";
import { shownCall, shownName } from "../components/shown-name.js";

/** Longer messages are folded: the user has read the message before the page was opened. */
const LONG_MESSAGE = 300;

/** A card for each page that the user has opened. */
export function OpenedCards(props: ElementAttributes): ReactNode {
  const attributes = useAttributes("opened", props);
  const { links } = useElicitations();
  return links.map((opened) => <Card key={opened.id} opened={opened} attributes={attributes} />);
}

function Card(props: {
  readonly opened: OpenedLink;
  readonly attributes: ElementAttributes;
}): ReactNode {
  const { opened, attributes } = props;
  const { id, server, call, message, code, link, state, canStop } = opened;
  const { store, openedHere } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (openedHere.delete(id)) title.current?.focus();
  }, [openedHere, id]);
  const name = shownName(server);
  return (
    <section {...attributes} aria-labelledby={heading} data-state={state}>
      <header data-midcall="header">
        <h3 ref={title} id={heading} tabIndex={-1} data-midcall="server">
          {messages.openedPage(hostOf(link))}
        </h3>
        {call && <p data-midcall="call">{messages.call(shownCall(call))}</p>}
      </header>
      <p data-midcall="link-state">
        {state === "open" ? messages.linkOpen(name) : messages.linkCompleted(hostOf(link))}
      </p>
      {code !== undefined && <LinkCode code={code} server={server} />}
      {message !== "" && (
        <blockquote aria-label={messages.messageFrom(name)} data-midcall="words">
          <LongText part="message" text={message} limit={LONG_MESSAGE} />
        </blockquote>
      )}
      <div data-midcall="actions">
        <OpenAgain id={id} link={link} />
        {canStop && (
          <Button variant="danger" onClick={() => store.stopCall(id)}>
            {messages.stopCall}
          </Button>
        )}
        <Button onClick={() => store.closeLink(id)}>{messages.closeLink}</Button>
      </div>
    </section>
  );
}
