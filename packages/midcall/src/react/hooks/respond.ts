import { useCallback, useState } from "react";
import type { ElicitResult, RespondOutcome } from "../../client/index.js";
import { useInboxContext, useLocalization } from "../context.js";
import type { FailedSubmit } from "./use-form.js";

/** The state of sending the answer to a question. */
export interface Responding {
  /** Sends the answer synchronously: links are opened within this call. */
  readonly answer: (result: ElicitResult) => void;
  /** Whether an answer is being sent. */
  readonly busy: boolean;
  /** Why the last answer was not accepted. */
  readonly rejected: FailedSubmit | undefined;
}

/** Answers a question and keeps the result of the attempt. */
export function useResponding(id: string): Responding {
  const { respond } = useInboxContext();
  const { messages } = useLocalization();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FailedSubmit>();
  const answer = useCallback(
    (result: ElicitResult): void => {
      setBusy(true);
      setRefused(undefined);
      // `respond` is called synchronously, because it opens links. A store may throw or reject.
      void (async () => respond(id, result))()
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
