import { useCallback } from "react";
import type { ElicitResult, RespondOutcome } from "../../client/index.js";
import type { ElicitationMessages } from "../messages.js";
import { useStateOf } from "./state-of.js";
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

/**
 * Why an attempt has failed, if it has. It is made synchronously, because it may open a page. A store may throw or reject.
 */
export const attempt = (
  act: () => RespondOutcome | Promise<RespondOutcome>,
  { notSent }: ElicitationMessages,
): Promise<Refused | undefined> =>
  (async () => act())().then(
    (outcome) => (outcome.ok ? undefined : outcome),
    () => ({ ok: false, errors: [notSent] }),
  );

/** Answers a question and keeps the result of the attempt. */
export function useResponding(id: string): Responding {
  const { respond } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [busy, setBusy] = useStateOf(id, false);
  const [refused, setRefused] = useStateOf<Refused | undefined>(id, undefined);
  const answer = useCallback(
    (result: ElicitResult, via?: string): void => {
      setBusy(true);
      setRefused(undefined);
      void attempt(() => respond(id, result, via), messages).then((refused) => {
        setBusy(false);
        setRefused(refused);
      });
    },
    [respond, id, messages, setBusy, setRefused],
  );
  return { answer, busy, rejected: refused };
}
