import { createContext, type Context, type MouseEvent } from "react";

/** Tells whether an input can have been meant for the accepting controls of a question. */
export interface Intent {
  /** Whether the pointer can accept: false for a moment after the controls have appeared. */
  readonly ready: boolean;
  /** Whether a click can have been meant for the control that gets it. */
  readonly meant: (click: MouseEvent) => boolean;
}

/** The intent of the question around a control. */
export const IntentContext: Context<Intent> = createContext<Intent>({
  ready: true,
  meant: () => true,
});
