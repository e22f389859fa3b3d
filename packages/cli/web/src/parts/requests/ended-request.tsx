import type { RequestView } from "../../../../src/console/views/api-types.js";
import { AnswerButton } from "./answer-button.js";

const WHY: Readonly<Record<NonNullable<RequestView["ended"]>, string>> = {
  withdrawn: "The server has withdrawn it, or its call or connection has ended.",
  deadline: "Its time is up.",
};

export interface EndedRequestProps {
  readonly why: NonNullable<RequestView["ended"]>;
  readonly onDismiss: () => void;
}

/** Says in the place of a request that it is over, until the user dismisses it. */
export function EndedRequest({ why, onDismiss }: EndedRequestProps): React.ReactNode {
  return (
    <>
      <p role="status">{WHY[why]} Nothing was sent.</p>
      <div className="actions">
        <AnswerButton onAnswer={onDismiss}>Dismiss</AnswerButton>
      </div>
    </>
  );
}
