import type { ElicitResult, RespondOutcome } from "../../../src/client/index.js";
import type { AppAnswer } from "../../../src/contracts/app.js";
import { RequestError } from "../host/json-rpc.js";
import { readElicitation } from "./read-question.js";
import type { Shown } from "./shown.js";
import { askerOf } from "./view-state.js";

const BUSY = -32000;
const INVALID_PARAMS = -32602;

/** Elicitations that the host has answered in the View (experimental, SEP-3118). */
export interface Elicitations {
  /** Asks the user. Resolves with the result for the host, which uses its own form if this throws. */
  ask(params: unknown, signal: AbortSignal): Promise<ElicitResult>;
  isOpen(): boolean;
  answer(answer: AppAnswer): RespondOutcome;
}

export function createElicitations({ state, show }: Shown): Elicitations {
  let open: ((answer: AppAnswer) => void) | undefined;
  let count = 0;
  return {
    ask(params, signal) {
      const { phase } = state();
      if (phase === "asking" || phase === "looking")
        throw new RequestError(BUSY, "The View shows another question.");
      const question = readElicitation(`elicitation-${++count}`, params);
      if (!question) throw new RequestError(INVALID_PARAMS, "The View cannot show this form.");
      const asker = askerOf(question);
      return new Promise((resolve) => {
        const end = (): void => {
          open = undefined;
          show({ phase: "over", why: "closed", asker });
        };
        signal.addEventListener("abort", end, { once: true });
        open = (answer) => {
          open = undefined;
          signal.removeEventListener("abort", end);
          show({ phase: "done", action: answer.action, next: "host", asker });
          resolve(answer);
        };
        show({ phase: "asking", question });
      });
    },
    isOpen: () => open !== undefined,
    answer(answer) {
      open?.(answer);
      return { ok: true };
    },
  };
}
