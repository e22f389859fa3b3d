import {
  type Context,
  createContext,
  useContext,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import type * as questionParts from "./question-parts.js";

/** The components and functions that are loaded when the provider is mounted. */
export type QuestionParts = typeof questionParts;

/** The state of loading them. */
export interface Loading {
  /** `undefined` until they are loaded. */
  readonly parts: QuestionParts | undefined;
  /** How often loading has failed since it last began by itself. */
  readonly failures: number;
  readonly retry: () => void;
}

let loaded: QuestionParts | undefined;

/** Loads the parts, if they are not. A failure is reported once, and the next call tries again. */
let running: Promise<void> | undefined;
const load = (): Promise<void> =>
  (running ??= import("./question-parts.js")
    .then((parts) => void (loaded = parts))
    .catch((error: unknown) => console.error(error))
    .finally(() => (running = undefined)));

export const PartsContext: Context<Loading> = createContext<Loading>({
  parts: undefined,
  failures: 0,
  retry: () => {},
});

export const useParts = (): Loading => useContext(PartsContext);

/**
 * Loads the parts when the component is mounted. If that has failed, it begins again by itself when they are needed.
 *
 * @param needed - whether there is something to show with them
 */
export function useLoading(needed: boolean): Loading {
  const [parts, setParts] = useState(loaded);
  const [failures, setFailures] = useState(0);
  const retry = useCallback(() => {
    void load().then(() => {
      setParts(loaded);
      if (!loaded) setFailures((count) => count + 1);
    });
  }, []);
  useEffect(() => {
    if (parts) return;
    setFailures(0);
    retry();
  }, [needed, parts, retry]);
  return useMemo(() => ({ parts, failures, retry }), [parts, failures, retry]);
}
