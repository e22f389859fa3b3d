import type { AnsweredQuestionView } from "../../../../src/console/views/api-types.js";
import { t } from "../../messages/text.js";

const ACTIONS: Readonly<Record<AnsweredQuestionView["action"], string>> = {
  accept: t("Accepted"),
  decline: t("Declined"),
  cancel: t("Cancelled"),
};

/** A question and how it was answered. */
export function Answered({ answer }: { readonly answer: AnsweredQuestionView }): React.ReactNode {
  const { message, action, fields, host } = answer;
  return (
    <>
      <p className="words" dir="auto">
        {message}
      </p>
      <p>
        <span className="pill" data-action={action}>
          {ACTIONS[action]}
        </span>
        {host !== undefined && (
          <>
            {" "}
            {t("Link to")} <bdi dir="ltr">{host}</bdi>
          </>
        )}
      </p>
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map(({ label, value }, index) => (
            <div key={index}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd className="words" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
