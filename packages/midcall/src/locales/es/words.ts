import { createWords, type Words } from "../parts/words.js";

/** The plural categories of Spanish. */
type Category = "one" | "many" | "other";

/** The words of Spanish. */
export const words: Words<Category> = /* @__PURE__ */ createWords("es");
/** The same for a terminal, which writes from left to right. */
export const terminalWords: Words<Category> = /* @__PURE__ */ createWords("es", (text) => text);
