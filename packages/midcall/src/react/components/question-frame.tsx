import { type ReactNode, useEffect, useId } from "react";
import { cancel, decline, type ElicitResult, type OpenQuestion } from "../../client/index.js";
import { IntentContext } from "../answering/intent-context.js";
import { useIntent } from "../answering/use-intent.js";
import type { Responding } from "../hooks/respond.js";
import { useInboxSnapshot } from "../hooks/use-elicitations.js";
import { AnswerButton } from "../answering/answer-button.js";
import { useAttributes, useInboxContext, useQuestionLocalization } from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { LiveRegion } from "./live-region.js";
import { LongText } from "../fields/long-text.js";
import { shownCall, shownName } from "./shown-name.js";
import { TimeLeft } from "./time-left.js";

/** Marks a question as visible in the inbox while it is rendered and the page is visible. */
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

/** Guards the controls of a question. @param step - identifies them; with another value, others have appeared */
export function useQuestionIntent(
  { id, ownCall }: OpenQuestion,
  step: unknown,
  isUnended: boolean,
): ReturnType<typeof useIntent> {
  const { store } = useInboxContext();
  const ids = useInboxSnapshot(store).showing.map((one) => one.id);
  // A question moves when one above it is removed.
  const above = ids.slice(0, Math.max(0, ids.indexOf(id))).join(" ");
  return useIntent(id, step, above, ownCall, isUnended);
}

/** The frame of a question: the server, the call and the message, with the controls for the answer below. */
export function QuestionFrame(props: {
  readonly question: OpenQuestion;
  /** Identifies the controls that are shown; with another value, others have appeared. */
  readonly step?: unknown;
  /** Whether the last answer was rejected, or is asked about: it has not ended the question. */
  readonly isUnended?: boolean;
  readonly attributes?: ElementAttributes | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { question, step, isUnended = false, attributes, children } = props;
  const { id, server, serverWarnings, call, message, needsApproval, kept } = question;
  const { messages } = useQuestionLocalization();
  const heading = useId();
  const name = shownName(server);
  const [intent, handlers] = useQuestionIntent(question, step, isUnended);
  return (
    <article
      {...useAttributes("question", attributes)}
      aria-labelledby={heading}
      data-question={id}
      {...handlers}
    >
      <header data-midcall="header">
        <h3 id={heading} tabIndex={-1} data-midcall="server">
          {messages.asks(name)}
        </h3>
        {serverWarnings?.map((warning) => (
          <p key={warning.code} data-midcall="note" data-tone="warning">
            {messages.nameWarning?.(warning) ?? warning.message}
          </p>
        ))}
        {call && !needsApproval && <p data-midcall="call">{messages.call(shownCall(call))}</p>}
        {!needsApproval && <TimeLeft question={question} />}
      </header>
      {kept && <p data-midcall="note">{messages.kept}</p>}
      {!needsApproval && message !== "" && (
        <blockquote aria-label={messages.messageFrom(name)} data-midcall="words">
          <LongText part="message" text={messages.askedAgain?.(message) ?? message} />
        </blockquote>
      )}
      <IntentContext.Provider value={intent}>{children}</IntentContext.Provider>
    </article>
  );
}

/** The buttons below a question: the main action, and decline and cancel, which are always available. */
export function QuestionActions(props: {
  readonly question: OpenQuestion;
  readonly answering: Responding;
  /** Declines or cancels. Default: at once. */
  readonly onLeave?: (result: ElicitResult) => void;
  readonly hidden?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const { question, answering, hidden, children } = props;
  const { messages } = useQuestionLocalization();
  const { answer, busy } = answering;
  const { onLeave = answer } = props;
  const id = useId();
  return (
    <div data-midcall="ways" hidden={hidden}>
      <div data-midcall="actions">
        {children}
        <div data-midcall="leave">
          <AnswerButton
            variant="quiet"
            disabled={busy}
            aria-describedby={id}
            onClick={() => onLeave(decline())}
          >
            {messages.decline}
          </AnswerButton>
          <AnswerButton
            variant="quiet"
            disabled={busy}
            aria-describedby={id}
            onClick={() => onLeave(cancel())}
          >
            {messages.cancel}
          </AnswerButton>
        </div>
      </div>
      <p id={id} data-midcall="hint">
        {messages.declineOrCancelHint(shownName(question.server))}
      </p>
      <LiveRegion>{busy && messages.sending}</LiveRegion>
    </div>
  );
}
