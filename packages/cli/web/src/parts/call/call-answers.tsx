import type { AnsweredQuestionView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { t } from "../../messages/text.js";
import { Answered } from "./answered.js";

/** What a call that has ended asked, and what was answered. */
export function CallAnswers({ call }: { readonly call: string }): React.ReactNode {
  const path = `/calls/${call}/answers`;
  const { data } = useFetched<{ readonly answers: readonly AnsweredQuestionView[] }>(path, 0);
  if (!data || data.answers.length === 0) return null;
  const { answers } = data;
  return (
    <details>
      <summary>
        {answers.length === 1
          ? t("1 question answered")
          : t("{0} questions answered", answers.length)}
      </summary>
      <ol className="answered">
        {answers.map((answer, index) => (
          <li key={index}>
            <Answered answer={answer} />
          </li>
        ))}
      </ol>
    </details>
  );
}
