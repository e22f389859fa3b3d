import type { ViewMessages } from "../messages/view-messages.js";
import type { ViewState } from "./view-state.js";

/** The state of the View, for those who change it. */
export interface Shown {
  state(): ViewState;
  show(state: ViewState): void;
  /** The texts in the language of the user. */
  messages(): ViewMessages;
  /** Acts later, unless the View is closed by then. */
  after(ms: number, act: () => void): void;
}
