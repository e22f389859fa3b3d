import { createWords, type Words } from "../parts/words.js";

/** The plural categories of Japanese. */
type Category = "other";

/** The words of Japanese. */
export const words: Words<Category> = /* @__PURE__ */ createWords("ja");
/** The same for a terminal, which writes from left to right. */
export const terminalWords: Words<Category> = /* @__PURE__ */ createWords("ja", (text) => text);
