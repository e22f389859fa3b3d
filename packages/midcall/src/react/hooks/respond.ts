import { useCallback, useEffect, useState } from "react";
import type { ElicitResult, RespondOutcome } from "../../client/index.js";
import { useInboxContext, useLocalization } from "../context.js";
import type { FailedSubmit } from "./use-form.js";

/** As long as it takes to notice that something has appeared under the finger. */
const SETTLE_MS = 500;

/** Sending the answer to one question. */
export interface Responding {
  /** Sends it, at once: links are opened within this call. */
  readonly answer: (result: ElicitResult) => void;
  /** An answer is on its way. */
  readonly busy: boolean;
  /** Why the last one was not taken. */
  readonly rejected: FailedSubmit | undefined;
}

/** Answers a question, and keeps what came of it. */
export function useResponding(id: string): Responding {
  const { respond } = useInboxContext();
  const { messages } = useLocalization();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FailedSubmit>();
  const answer = useCallback(
    (result: ElicitResult): void => {
      setBusy(true);
      setRefused(undefined);
      // Called at once, as links are opened in it; a store may also fail, now or later.
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

/**
 * False for half a second after something appeared or changed: a click that was meant for what was
 * there before agrees to nothing.
 */
export function useSettled(what: unknown): boolean {
  // At first it is nothing that could be waited for.
  const [settled, setSettled] = useState<unknown>(SETTLE_MS);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return settled === what;
}
