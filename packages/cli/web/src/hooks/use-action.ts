import { useState } from "react";
import { messageOf } from "../data/api-client.js";

export interface Action {
  /** Runs the work, even if an earlier run is in progress. Resolves with whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  readonly busy: boolean;
  readonly problem: string | undefined;
  clear(): void;
}

/** An action of the user, with its state and error. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    clear: () => setProblem(undefined),
    async run(work) {
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setProblem(messageOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
