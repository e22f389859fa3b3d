import { createWords, type Words } from "../parts/words.js";

/** The plural categories of Arabic. */
type Category = "zero" | "one" | "two" | "few" | "many" | "other";

/** The words of Arabic. In a terminal, too, texts from elsewhere are isolated: most of them are in Latin letters. */
export const words: Words<Category> = /* @__PURE__ */ createWords("ar");
