import { MASK } from "./secret-names.js";

/** Removes known values, such as answers, from texts. */
export interface Scrubber {
  /** Adds every string in a value. */
  add(content: unknown): void;
  /** The text with each known value replaced by a mask. */
  scrub(text: string): string;
}

/** Shorter strings are often ordinary words; masking them would make the timeline unreadable. */
const SHORTEST_VALUE = 6;
const MOST_VALUES = 200;
const MOST_CHARACTERS = 1_000_000;

/** Creates a scrubber, which forgets the oldest values when it has too many. */
export function createScrubber(): Scrubber {
  const values = new Set<string>();
  let characters = 0;
  const forget = (text: string): void => {
    if (values.delete(text)) characters -= text.length;
  };
  const add = (content: unknown, depth = 0): void => {
    if (typeof content === "string") {
      if (content.length < SHORTEST_VALUE) return;
      forget(content);
      values.add(content);
      characters += content.length;
      while (values.size > MOST_VALUES || (characters > MOST_CHARACTERS && values.size > 1)) {
        forget(values.values().next().value!);
      }
    } else if (typeof content === "object" && content !== null && depth < 4) {
      for (const part of Object.values(content)) add(part, depth + 1);
    }
  };
  return {
    add,
    scrub(text) {
      let clean = text;
      for (const value of values) {
        if (clean.includes(value)) clean = clean.replaceAll(value, MASK);
        const quoted = JSON.stringify(value).slice(1, -1);
        if (quoted !== value && clean.includes(quoted)) clean = clean.replaceAll(quoted, MASK);
      }
      return clean;
    },
  };
}
