import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { createForm } from "../../../src/form/index.js";
import { FormAnswer } from "../../../src/react/answering/form-answer.js";
import { InboxContext, type InboxContextValue } from "../../../src/react/context.js";
import type { ViewMessages } from "../messages/view-messages.js";
import type { ShownQuestion } from "../question/read-question.js";
import type { View } from "../question/view.js";
import { questionStore } from "./question-store.js";

/** A time as text, with the day where it is not today. */
function timeText(time: number, locale: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(locale, {
    ...(!isToday && { dateStyle: "medium" }),
    timeStyle: "short",
  });
}

/** The question, with the form of midcall/react. */
export function Question(props: {
  readonly view: View;
  readonly question: ShownQuestion;
  readonly messages: ViewMessages;
  /** That of dates. */
  readonly locale: string;
  /** Whether the focus was in the question when it was removed. */
  readonly hadFocus: RefObject<boolean>;
}): ReactNode {
  const { view, question, messages, locale, hadFocus } = props;
  const { form, expiresAt, more } = question;
  const inbox = useMemo((): InboxContextValue => {
    const store = questionStore(form, (_, result) => view.respond(result));
    const { reason, previous } = question;
    const model = createForm(form.requestedSchema, { previous, ...(reason && { reason }) });
    return {
      store,
      respond: store.respond,
      formOf: () => model,
      review: "auto",
      shortcut: false,
      openedHere: new Set(),
      modal: { current: false },
    };
  }, [view, question, form]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    hadFocus.current = false;
    return () => void (hadFocus.current = !!element?.contains(document.activeElement));
  }, [hadFocus]);
  return (
    <div ref={box} className="asked">
      <InboxContext.Provider value={inbox}>
        <FormAnswer question={form} />
      </InboxContext.Provider>
      {(expiresAt !== undefined || more > 0) && (
        <p className="aside">
          {expiresAt !== undefined && messages.openUntil(timeText(expiresAt, locale))}{" "}
          {more > 0 && messages.moreQuestions(more)}
        </p>
      )}
    </div>
  );
}
