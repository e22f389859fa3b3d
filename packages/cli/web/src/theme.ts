import { createStoredChoice } from "./stored-choice.js";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly [Theme, ...Theme[]] = ["auto", "light", "dark"];

/** The colours of the page; `auto` follows the system. */
export const theme = createStoredChoice("theme", THEMES);

/** How much space the page uses. */
export const layout = createStoredChoice("layout", ["roomy", "dense"]);
