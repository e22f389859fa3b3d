import type { ReactNode } from "react";
import { type AnswerLayout, labelSaysYes } from "../../form/answer-layout.js";
import { AnswerButton } from "./answer-button.js";
import { useQuestionLocalization } from "../context.js";
import { LongText } from "../fields/long-text.js";

type BooleanField = Extract<AnswerLayout, { layout: "yes-no" }>["field"];

interface YesNoProps {
  readonly field: BooleanField;
  /** The prefix of the `id`s of its parts. */
  readonly id: string;
}

/** The label and the description of the only field of a question, unless they say no more than the buttons. */
export function YesNoLabel({ field, id }: YesNoProps): ReactNode {
  const { onlyAnswer, yes, no } = useQuestionLocalization().messages;
  const { label, description, only } = field;
  if (only === undefined && labelSaysYes(field, yes)) return null;
  return (
    <div data-midcall="field" data-kind="boolean" data-name={field.name}>
      <p id={`${id}-label`} data-midcall="label" dir="auto">
        {label}
      </p>
      {description && <LongText id={`${id}-about`} part="description" text={description} />}
      {only !== undefined && (
        <p id={`${id}-only`} data-midcall="hint">
          {onlyAnswer(only ? yes : no)}
        </p>
      )}
    </div>
  );
}

/** A button for each answer to a yes/no field, and one that leaves it out if it is optional. */
export function YesNoButtons(
  props: YesNoProps & {
    readonly busy: boolean;
    readonly onAnswer: (answer: boolean | undefined) => void;
  },
): ReactNode {
  const { field, id, busy, onAnswer } = props;
  const { yes, no, noAnswer } = useQuestionLocalization().messages;
  const answers = [
    [true, yes],
    [false, no],
    [undefined, noAnswer],
  ] as const;
  return (
    <div
      role="group"
      aria-labelledby={labelSaysYes(field, yes) ? undefined : `${id}-label`}
      aria-describedby={`${id}-about ${id}-only`}
      data-midcall="answers"
    >
      {answers
        .filter(([answer]) => (answer === undefined ? !field.required : field.only !== !answer))
        .map(([answer, text]) => (
          <AnswerButton
            key={text}
            variant={answer === undefined ? "quiet" : "answer"}
            disabled={busy}
            onClick={() => onAnswer(answer)}
          >
            {text}
          </AnswerButton>
        ))}
    </div>
  );
}
