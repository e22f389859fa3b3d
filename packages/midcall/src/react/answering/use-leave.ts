import { createContext, type Context, type RefObject, useContext, useEffect } from "react";
import { cancel, type ElicitResult } from "../../client/index.js";
import type { Form } from "../../form/index.js";
import { useStateOf } from "../hooks/state-of.js";
import { isWorthKeeping } from "../../form/answer-layout.js";

/** What Escape does in a dialog; set by the question in it. */
export const EscapeContext: Context<RefObject<(() => void) | undefined> | undefined> =
  createContext<RefObject<(() => void) | undefined> | undefined>(undefined);

/** Declining or cancelling, which asks first if something was entered. */
export interface Leaving {
  /** Whether the user is being asked. */
  readonly asking: boolean;
  readonly leave: (result: ElicitResult) => void;
  readonly discard: () => void;
  readonly keep: () => void;
}

export function useLeave(form: Form, answer: (result: ElicitResult) => void): Leaving {
  const [asked, setAsked] = useStateOf<ElicitResult | undefined>(form, undefined);
  const escape = useContext(EscapeContext);
  const keep = (): void => setAsked(undefined);
  const leave = (result: ElicitResult): void => {
    if (isWorthKeeping(form.getSnapshot())) setAsked(result);
    else answer(result);
  };
  useEffect(() => {
    if (!escape) return;
    escape.current = () => (asked ? keep() : leave(cancel()));
    return () => void (escape.current = undefined);
  });
  return {
    asking: asked !== undefined,
    leave,
    keep,
    discard: () => {
      keep();
      if (asked) answer(asked);
    },
  };
}
