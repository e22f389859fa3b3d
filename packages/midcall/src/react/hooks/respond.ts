import { useCallback, useState } from "react";
import type { ElicitResult, RespondOutcome } from "../../client/index.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";

/** The state of sending the answer to a question. */
export interface Responding {
  /**
   * Sends the answer synchronously: links are opened within this call.
   *
   * @param via - `link` if the user's click on a plain link has opened the page
   */
  readonly answer: (result: ElicitResult, via?: string) => void;
  /** Whether an answer is being sent. */
  readonly busy: boolean;
  /** Why the last answer was not accepted. */
  readonly rejected: Refused | undefined;
}

/** Why an answer was not accepted. */
export type Refused = Extract<RespondOutcome, { ok: false }>;

/** Answers a question and keeps the result of the attempt. */
export function useResponding(id: string): Responding {
  const { respond } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const answer = useCallback(
    (result: ElicitResult, via?: string): void => {
      setBusy(true);
      setRefused(undefined);
      // `respond` is called synchronously, because it opens links. A store may throw or reject.
      void (async () => respond(id, result, via))()
        .catch((): RespondOutcome => ({ ok: false, errors: [messages.notSent] }))
        .then((outcome) => {
          setBusy(false);
          setRefused(outcome.ok ? undefined : outcome);
        });
    },
    [respond, id, messages],
  );
  return { answer, busy, rejected: refused };
}
