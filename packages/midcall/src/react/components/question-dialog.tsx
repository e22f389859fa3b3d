import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cancel, type OpenQuestion } from "../../client/index.js";
import {
  NewsContext,
  useAttributes,
  useInboxContext,
  useQuestionLocalization,
} from "../context.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { EscapeContext } from "../answering/use-leave.js";
import { focusQuestion, questionElement } from "../focus/focus-question.js";
import type { IsTyping } from "../focus/use-typing.js";
import { AnyQuestion } from "../answering/any-question.js";
import { HeldSections } from "../held/held-sections.js";
import { HIDDEN } from "./hidden.js";
import { Dialog } from "../customizing/dialog.js";
import { NewsRegion } from "./live-region.js";
import { OpenedCards } from "../links/opened-cards.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** A live region is noticed once it has been there, without text, for this many milliseconds. */
const REGION_MS = 100;

interface QuestionDialogProps {
  /** Whether the user is typing outside of it. */
  readonly isTyping: IsTyping;
  readonly attributes: ElementAttributes;
}

/** The dialog with the current question, or what there is besides questions. */
export function QuestionDialog(props: QuestionDialogProps): ReactNode {
  const { showing, waiting, links, held } = useElicitations();
  const { messages } = useQuestionLocalization();
  const heading = useId();
  const [question] = showing;
  const keepFocus = useKeptFocus(links, held);
  const aside = useAttributes("aside", props.attributes);
  const more = showing.length - 1 + waiting.length;
  if (question) return <OpenDialog question={question} more={more} {...props} />;
  return (
    <aside {...aside} aria-labelledby={heading} onFocus={keepFocus}>
      <h2 id={heading} style={HIDDEN}>
        {messages.inbox}
      </h2>
      <HeldSections />
      <OpenedCards />
    </aside>
  );
}

/**
 * Returns the focus to where it was before the first question, when what has it besides questions is removed.
 *
 * @param what - the list of what there is
 * @returns a function to call with each focus event in it
 */
function useKeptFocus(...what: readonly unknown[]): (event: FocusEvent) => void {
  const [opener] = useState(() => document.activeElement);
  const inside = useRef<Element>(undefined);
  useEffect(() => {
    const restore = (): void => {
      const isLost = inside.current?.isConnected === false;
      if (isLost && document.activeElement === document.body && opener instanceof HTMLElement) {
        opener.focus();
      }
    };
    restore();
    return restore;
  }, [...what, opener]);
  return ({ target }) => {
    inside.current = target;
  };
}

/** Moves the focus to the question when another one is shown. It is in the frame, so that it finds the question there. */
function FocusQuestion(props: {
  readonly question: OpenQuestion;
  readonly isTyping: IsTyping;
  /** The last element of the dialog that had the focus. */
  readonly last: RefObject<Element | undefined>;
}): ReactNode {
  const { question, isTyping, last } = props;
  const { id, needsApproval, ownCall } = question;
  // The question that has interrupted the user: what they type must not get into its first field.
  const [interrupting] = useState(() => (isTyping() ? id : undefined));
  useEffect(() => {
    const article = questionElement(id);
    if (!article) return;
    article.closest('[data-midcall="dialog"]')?.scrollTo(0, 0);
    // What the user is still typing was meant for the question that is gone.
    const wasTyping = last.current?.isConnected === false && isTyping(last.current);
    focusQuestion(article, !ownCall || interrupting === id || wasTyping);
  }, [id, needsApproval, ownCall, interrupting, isTyping, last]);
  return null;
}

function OpenDialog(
  props: QuestionDialogProps & {
    readonly question: OpenQuestion;
    readonly more: number;
  },
): ReactNode {
  const { question, more, isTyping, attributes } = props;
  const { id, server } = question;
  const { respond, modal } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const news = useContext(NewsContext);
  const escape = useRef<() => void>(undefined);
  const last = useRef<Element>(undefined);
  const [isHeard, setIsHeard] = useState(false);
  useLayoutEffect(() => {
    modal.current = true;
    const timer = setTimeout(() => setIsHeard(true), REGION_MS);
    return () => {
      clearTimeout(timer);
      modal.current = false;
    };
  }, [modal]);
  const dialog = useAttributes("dialog", attributes);
  return (
    <Dialog
      {...dialog}
      aria-label={messages.asks(shownName(server))}
      onFocus={({ target }) => {
        last.current = target;
      }}
      onClose={() => {
        if (escape.current) escape.current();
        else void respond(id, cancel());
      }}
    >
      <EscapeContext.Provider value={escape}>
        <AnyQuestion question={question} />
      </EscapeContext.Provider>
      {more > 0 && <p data-midcall="waiting">{messages.waiting(more)}</p>}
      <NewsRegion news={isHeard && news.inDialog ? news : undefined} />
      <FocusQuestion question={question} isTyping={isTyping} last={last} />
    </Dialog>
  );
}
