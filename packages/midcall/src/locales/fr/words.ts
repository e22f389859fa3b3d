import { createWords, type Words } from "../parts/words.js";

/** The plural categories of French. */
type Category = "one" | "many" | "other";

/** The words of French. */
export const words: Words<Category> = /* @__PURE__ */ createWords("fr");
/** The same for a terminal, which writes from left to right. */
export const terminalWords: Words<Category> = /* @__PURE__ */ createWords("fr", (text) => text);
