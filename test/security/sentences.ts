/** What kind of sentence stands in SECURITY.md. */
export type SentenceKind =
  /** A promise: tests prove it. */
  | "claim"
  /** What midcall cannot do. */
  | "limit"
  /** What the reader has to do. */
  | "advice"
  /** What an attacker has and wants. */
  | "attacker"
  /** How the page, its reports and its releases are handled. */
  | "process";

/** An entry of the list beside this file. */
export interface Sentence {
  readonly kind: SentenceKind;
  /** As it stands in SECURITY.md; see {@link sentencesOf}. */
  readonly sentence: string;
  /** Of a claim: `file > title` of each test that proves it. What a title interpolates is one `…`. */
  readonly tests?: readonly string[];
}

/** Ends a sentence: a full stop and the like, white space, and what does not go on in lower case, but for our name. */
const END = /(?<=[.!?][)"]?)\s+(?=[^a-z\s]|midcall\b)/;

const split = (text: string): string[] =>
  text
    .split(END)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");

const isItem = (line: string): boolean => line.startsWith("- ");
const isRow = (line: string): boolean => line.startsWith("|");

/** What stands between the bars of a row. */
const cells = (row: string): string[] =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());

/**
 * The sentences of a page, in order. Headings and headers of tables are none. A paragraph without a full stop leads the
 * list below it in: it is the beginning of each of its items. So is the first cell of a row, with a colon.
 */
export function sentencesOf(page: string): readonly string[] {
  const blocks = page.split(/\n{2,}/).filter((block) => block.trim() !== "");
  const found: string[] = [];
  let lead = "";
  for (const block of blocks) {
    const lines = block.trim().split("\n");
    const first = lines[0] ?? "";
    if (first.startsWith("#")) lead = "";
    else if (isRow(first)) {
      lead = "";
      for (const row of lines.slice(2)) {
        const [name, ...rest] = cells(row);
        for (const cell of rest) for (const part of split(cell)) found.push(`${name}: ${part}`);
      }
    } else if (isItem(first)) {
      for (const item of block.trim().slice(2).split(/\n- /)) {
        const text = lead === "" ? item : `${lead} ${item}`;
        found.push(...split(text.replace(/;$/, ".")));
      }
      lead = "";
    } else {
      const text = lines.join(" ").trim();
      if (/[.:!?][)"]?$/.test(text)) found.push(...split(text));
      else lead = text;
    }
  }
  return found;
}
