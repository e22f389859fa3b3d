import { type ReactNode, useEffect, useId } from "react";
import { cancel, decline, type OpenQuestion } from "../../client/index.js";
import type { Responding } from "../hooks/respond.js";
import { Button } from "./button.js";
import { useInboxContext, useLocalization } from "../context.js";
import { LiveRegion } from "./live-region.js";
import { LongText } from "../fields/long-text.js";
import { shownName } from "./shown-name.js";
import { TimeLeft } from "./time-left.js";

/** A message may be long, and people have to know what they agree to. */
const LONG_MESSAGE = 3000;

/** Tells the inbox that the person sees a question: while it is rendered and the page is in front. */
export function useMarkVisible(id: string): void {
  const { store } = useInboxContext();
  useEffect(() => {
    let end: (() => void) | undefined;
    const look = (): void => {
      end?.();
      end = document.visibilityState === "visible" ? store.markVisible(id) : undefined;
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      end?.();
    };
  }, [store, id]);
}

/** Who asks, from which call, and in which words; whatever answers it comes below. */
export function QuestionFrame(props: {
  readonly question: OpenQuestion;
  readonly children: ReactNode;
}): ReactNode {
  const { question, children } = props;
  const { server, serverWarnings, call, message, needsApproval } = question;
  const { messages } = useLocalization();
  const heading = useId();
  const name = shownName(server);
  return (
    <article aria-labelledby={heading} data-midcall="question">
      <header data-midcall="header">
        <h3 id={heading} tabIndex={-1} data-midcall="server">
          {messages.asks(name)}
        </h3>
        {serverWarnings?.map((warning) => (
          <p key={warning.code} data-midcall="note" data-tone="warning">
            {messages.nameWarning?.(warning) ?? warning.message}
          </p>
        ))}
        {call && <p data-midcall="call">{messages.call(call)}</p>}
        {!needsApproval && <TimeLeft question={question} />}
      </header>
      {!needsApproval && message !== "" && (
        <blockquote aria-label={messages.messageFrom(name)} data-midcall="words">
          <LongText part="message" text={message} limit={LONG_MESSAGE} />
        </blockquote>
      )}
      {children}
    </article>
  );
}

/** The buttons under a question: what goes on, and the two ways out, always there. */
export function QuestionActions(props: {
  readonly question: OpenQuestion;
  readonly answering: Responding;
  readonly children?: ReactNode;
}): ReactNode {
  const { question, answering, children } = props;
  const { messages } = useLocalization();
  const { answer, busy } = answering;
  const id = useId();
  return (
    <div data-midcall="ways">
      <div data-midcall="actions">
        {children}
        <Button disabled={busy} aria-describedby={id} onClick={() => answer(decline())}>
          {messages.decline}
        </Button>
        <Button disabled={busy} aria-describedby={id} onClick={() => answer(cancel())}>
          {messages.cancel}
        </Button>
      </div>
      <p id={id} data-midcall="hint">
        {messages.declineOrCancelHint(shownName(question.server))}
      </p>
      <LiveRegion>{busy && messages.sending}</LiveRegion>
    </div>
  );
}
