import { promptLibrary } from "../prompt-library.js";
import { stripVTControlCharacters } from "node:util";
import type { TerminalMessages } from "../messages.js";
import { widthOf } from "../output/wrap-text.js";

const { S_BAR } = promptLibrary;

const STYLE = "(?:\u001b\\[\\d+m)*";
const START = `^(${STYLE}${S_BAR.replace("|", "\\|")}${STYLE}  ${STYLE})`;
const SEARCH = new RegExp(
  `${START}Search:(${STYLE} .*?)(?:(${STYLE} )\\((\\d+) match(?:es)?\\)(${STYLE}))?$`,
);
const NO_MATCHES = new RegExp(`${START}No matches found(${STYLE})$`);
const TICKED = new RegExp(`${START}(\\d+) items selected(${STYLE})$`);
/** The button that prompts write below a text of several lines. Unlike typed text, it has no bar before it. */
const SUBMIT = new RegExp(`^( {2}${STYLE}\\[ )submit(?= \\])`);
const KEYS = "Enter: confirm • Type: to search";

/**
 * Replaces the texts that the prompts write with ours, line by line. A line that would become wider than the screen is
 * left unchanged, because the prompts count lines to redraw.
 */
export function createPromptWords(
  messages: Pick<TerminalMessages, "done" | "search">,
): (text: string, columns: number) => string {
  const { done, search } = messages;
  const hints = new Map([
    [`↑/↓ to select • ${KEYS}`, search.keys],
    [`↑/↓ to navigate • Tab: select • ${KEYS}`, search.tickKeys(false)],
    [`↑/↓ to navigate • Space/Tab: select • ${KEYS}`, search.tickKeys(true)],
  ]);
  const bar = `${S_BAR}  `;
  const worded = (line: string): string => {
    const plain = stripVTControlCharacters(line);
    const hint = plain.startsWith(bar) ? hints.get(plain.slice(bar.length)) : undefined;
    // On a narrow screen, the rest of such a line stands on the next one, without a bar.
    if (plain !== "" && [...hints.keys()].some((keys) => keys.endsWith(` ${plain}`))) {
      return bar + plain;
    }
    if (hint !== undefined) return plain.endsWith(hint) ? line : bar + hint;
    return (
      line
        // The button does not send the form, so it must not say "submit".
        .replace(SUBMIT, (_, start: string) => start + done)
        .replace(NO_MATCHES, (_, start: string, end: string) => start + search.noMatches + end)
        .replace(TICKED, (_, start: string, count: string, end: string) => {
          return start + search.ticked(Number(count)) + end;
        })
        .replace(SEARCH, (_, start: string, typed: string, dim = "", count = "", end = "") => {
          const found = count && `${dim}${search.matches(Number(count))}${end}`;
          return `${start}${search.label}${typed}${found}`;
        })
    );
  };
  return (text, columns) =>
    text
      .split("\n")
      .map((line) => {
        const ours = worded(line);
        const fits = ours === line || widthOf(stripVTControlCharacters(ours)) <= columns;
        return fits ? ours : line;
      })
      .join("\n");
}
