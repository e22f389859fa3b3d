import { useState } from "react";
import { messageOf } from "../data/api-client.js";

export interface Action {
  /** Runs it; a second run waits for nobody. Resolves with whether it went well. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  readonly busy: boolean;
  readonly problem: string | undefined;
  clear(): void;
}

/** Something the person has asked for, with what went wrong. */
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
