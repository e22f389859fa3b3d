import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { displayText } from "../../../src/form/index.js";
import { LiveRegion } from "../../../src/react/components/live-region.js";
import { LocalizationContext } from "../../../src/react/context.js";
import { ENGLISH } from "../../../src/react/messages.js";
import { QUESTION_ENGLISH } from "../../../src/react/question-messages.js";
import { doneTitle, nextText, type NoticeText, overText, PHASES } from "../messages.js";
import type { ShownQuestion } from "../question/read-question.js";
import type { View } from "../question/view.js";
import type { ViewState } from "../question/view-state.js";
import { Notice } from "./notice.js";
import { Question } from "./question.js";

const MESSAGES = {
  ...ENGLISH,
  ...QUESTION_ENGLISH,
  asks: (server: string) => (server === "—" ? "A question for you" : QUESTION_ENGLISH.asks(server)),
};
/** How much of a message is announced, in characters. */
const BEGINNING = 120;

function noticeOf(state: Exclude<ViewState, { phase: "asking" }>): NoticeText {
  switch (state.phase) {
    case "done":
      return {
        title: doneTitle(state.action, state.asker),
        text: nextText(state.next, state.asker),
      };
    case "over":
      return overText(state.why, state.asker);
    default:
      return PHASES[state.phase];
  }
}

function arrival({ form }: ShownQuestion): string {
  const text = displayText(form.message);
  const beginning = text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text;
  return MESSAGES.arrived(form.server || "The server", 1, beginning);
}

/** All that the View shows. */
export function App({ view }: { readonly view: View }): ReactNode {
  const { state, context } = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const { locale } = context;
  const localization = useMemo(
    () => ({ messages: MESSAGES, locale, timeZoneOffset: undefined }),
    [locale],
  );
  const hadFocus = useRef(false);
  const question = state.phase === "asking" ? state.question : undefined;
  const notice = state.phase === "asking" ? undefined : noticeOf(state);
  /** The title that the focus has read out, so that it is not announced as well. */
  const [read, setRead] = useState<string>();
  const title = notice && notice.title !== read ? notice.title : "";
  const news = question ? arrival(question) : `${title} ${notice?.text}`.trim();
  return (
    <LocalizationContext.Provider value={localization}>
      <main data-phase={state.phase} data-midcall="view">
        {question && (
          <Question
            key={question.form.id}
            view={view}
            question={question}
            locale={locale}
            hadFocus={hadFocus}
          />
        )}
        {notice && (
          <Notice key={notice.title} notice={notice} hadFocus={hadFocus} onFocus={setRead} />
        )}
        <LiveRegion>{news}</LiveRegion>
      </main>
    </LocalizationContext.Provider>
  );
}
