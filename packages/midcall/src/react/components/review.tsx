import { type ReactNode, useEffect, useId, useRef } from "react";
import { isSuggested } from "../../form/answer-layout.js";
import type { FieldState } from "../../form/form-types.js";
import { dateInWords, shownValue } from "../../form/shown-value.js";
import { LINES } from "../fields/long-text.js";
import { useQuestionLocalization } from "../context.js";

/** The content that will be sent, field by field, and the fields that are left out. */
function Review({ fields }: { readonly fields: readonly FieldState[] }): ReactNode {
  const { messages, locale } = useQuestionLocalization();
  return (
    <dl data-midcall="review">
      {fields.map((state, index) => {
        const { field, value } = state;
        const shown = shownValue(state, messages);
        return (
          <div key={index}>
            <dt dir="auto">{field.label}</dt>
            {shown.map((title, position) => (
              <dd key={position} dir="auto" style={LINES}>
                {title || "“”"}
                <small>{dateInWords(state, locale)}</small>
              </dd>
            ))}
            {shown.length > 0 && isSuggested(state) && (
              <dd>
                <small>{messages.suggested}</small>
              </dd>
            )}
            {shown.length === 0 && (
              <dd data-midcall="hint">
                {value && "options" in field
                  ? messages.chosenCount(0, field.options.length)
                  : messages.notAnswered}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** The review as a step of its own. Takes the focus to its heading. */
export function ReviewStep(props: {
  readonly server: string;
  readonly fields: readonly FieldState[];
}): ReactNode {
  const { server, fields } = props;
  const { messages } = useQuestionLocalization();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} data-midcall="step">
      <h4 ref={heading} id={id} tabIndex={-1} data-midcall="title">
        {messages.reviewTitle}
      </h4>
      <p data-midcall="hint">{messages.reviewFor(server)}</p>
      <Review fields={fields} />
    </section>
  );
}
