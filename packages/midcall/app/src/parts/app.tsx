import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { displayText } from "../../../src/form/index.js";
import { LiveRegion } from "../../../src/react/components/live-region.js";
import { LocalizationContext } from "../../../src/react/context.js";
import type { Language } from "../messages/language.js";
import type { NoticeText, ViewMessages } from "../messages/view-messages.js";
import type { ShownQuestion } from "../question/read-question.js";
import type { View } from "../question/view.js";
import type { ViewState } from "../question/view-state.js";
import { Notice } from "./notice.js";
import { Question } from "./question.js";

/** How much of a message is announced, in characters. */
const BEGINNING = 120;

function noticeOf(
  state: Exclude<ViewState, { phase: "asking" }>,
  messages: ViewMessages,
): NoticeText {
  switch (state.phase) {
    case "done":
      return {
        title: messages.done[state.action](state.asker),
        text: messages.next[state.next ?? "telling"](state.asker),
      };
    case "over":
      return messages.over[state.why](state.asker);
    default:
      return messages.phases[state.phase];
  }
}

function arrival({ form }: ShownQuestion, { form: messages, view }: Language): string {
  const text = displayText(form.message);
  const beginning = text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text;
  return messages.arrived(form.server || view.theServer, 1, beginning);
}

/** All that the View shows. */
export function App({ view }: { readonly view: View }): ReactNode {
  const snapshot = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const { state, language, dates } = snapshot;
  const localization = useMemo(
    () => ({ messages: language.form, locale: dates, timeZoneOffset: undefined }),
    [language, dates],
  );
  const hadFocus = useRef(false);
  const question = state.phase === "asking" ? state.question : undefined;
  const notice = state.phase === "asking" ? undefined : noticeOf(state, language.view);
  /** The title that the focus has read out, so that it is not announced as well. */
  const [read, setRead] = useState<string>();
  const title = notice && notice.title !== read ? notice.title : "";
  const news = question ? arrival(question, language) : `${title} ${notice?.text}`.trim();
  return (
    <LocalizationContext.Provider value={localization}>
      <main data-phase={state.phase} data-midcall="view">
        {question && (
          <Question
            key={question.form.id}
            view={view}
            question={question}
            messages={language.view}
            locale={dates}
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
