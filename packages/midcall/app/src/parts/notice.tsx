import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import type { NoticeText } from "../messages/view-messages.js";

/** What the View says where there is no question. Takes the focus that a question had, so that it is not lost. */
export function Notice(props: {
  readonly notice: NoticeText;
  readonly hadFocus: RefObject<boolean>;
  /** Called with the title that has taken the focus. */
  readonly onFocus: (title: string) => void;
}): ReactNode {
  const { notice, hadFocus, onFocus } = props;
  const { title, text } = notice;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    heading.current?.focus();
    onFocus(title);
  }, [hadFocus, onFocus, title]);
  return (
    <section className="notice">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {text && <p>{text}</p>}
    </section>
  );
}
