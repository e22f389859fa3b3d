import type { ViewState } from "./view-state.js";

/** The state of the View, for those who change it. */
export interface Shown {
  state(): ViewState;
  show(state: ViewState): void;
  /** Acts later, unless the View is closed by then. */
  after(ms: number, act: () => void): void;
}
