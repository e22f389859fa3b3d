import type { RequestView } from "../../../../src/console/views/api-types.js";
import { AnswerButton } from "./answer-button.js";
import { t } from "../../messages/text.js";

const WHY: Readonly<Record<NonNullable<RequestView["ended"]>, string>> = {
  withdrawn: t("The server has withdrawn it, or its call or connection has ended."),
  deadline: t("Its time is up."),
};

export interface EndedRequestProps {
  readonly why: NonNullable<RequestView["ended"]>;
  readonly onDismiss: () => void;
}

/** Says in the place of a request that it is over, until the user dismisses it. */
export function EndedRequest({ why, onDismiss }: EndedRequestProps): React.ReactNode {
  return (
    <>
      <p role="status">
        {WHY[why]} {t("Nothing was sent.")}
      </p>
      <div className="actions">
        <AnswerButton onAnswer={onDismiss}>{t("Dismiss")}</AnswerButton>
      </div>
    </>
  );
}
