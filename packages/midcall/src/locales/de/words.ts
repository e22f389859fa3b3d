import { createWords, type Words } from "../parts/words.js";

/** The words of German. */
export const words: Words<"one" | "other"> = /* @__PURE__ */ createWords("de");
/** The same for a terminal, which writes from left to right. */
export const terminalWords: Words<"one" | "other"> = /* @__PURE__ */ createWords(
  "de",
  (text) => text,
);
