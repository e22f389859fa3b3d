import { styleText } from "node:util";
import type { Node } from "jsonc-parser";
import { hideSecretWords } from "../console/servers/secrets/hide-secret-words.js";
import { safeLine } from "../safe-text.js";
import type { Plan } from "./plan.js";
import { applyEdits, type Edit, parseDocument, propertiesOf } from "./server-entries.js";
import { URL_KEYS } from "./wrap-entry.js";

/**
 * The text of an entry in which a mask stands for what may be a secret: the values of variables and headers, and what
 * follows a name such as `--api-key` in the arguments or in the query of a URL.
 */
export function withoutSecrets(text: string): string {
  const held = propertiesOf(parseDocument(text)).flatMap(({ key, value }) =>
    key === "command" ? [{ key, value }, ...propertiesOf(value)] : [{ key, value }],
  );
  const edits = held.flatMap(({ key, value }) => {
    if (key === "env" || key === "headers") {
      return propertiesOf(value).map((one) => replacing(one.value, '"…"'));
    }
    if (key === "args") return hiddenWords(value.children ?? []);
    return URL_KEYS.includes(key) ? hiddenWords([value]) : [];
  });
  return applyEdits(text, edits);
}

/** The replacements of the words that may be secrets. */
function hiddenWords(nodes: readonly Node[]): Edit[] {
  const words = nodes.map(({ value }) => (typeof value === "string" ? value : ""));
  const hidden = hideSecretWords(words);
  return nodes.flatMap((node, at) =>
    hidden[at] === words[at] ? [] : [replacing(node, JSON.stringify(hidden[at]))],
  );
}

const replacing = ({ offset, length }: Node, text: string): Edit => ({
  start: offset,
  end: offset + length,
  text,
});

const LONGEST = 500;

/** The changed lines of a file, as `diff` shows them. */
export function describePlan({ host, file, changes, skipped }: Plan, hasColour: boolean): string {
  const paint = (colour: "red" | "green" | "bold", line: string): string =>
    hasColour ? styleText(colour, line, { validateStream: false }) : line;
  const lines = [paint("bold", safeLine(`${host}: ${file.path}`, LONGEST))];
  for (const { entry, text } of changes) {
    const [before, after] = [entry.text, text].map((one) => withoutSecrets(one).split(/\r?\n/)) as [
      string[],
      string[],
    ];
    let head = 0;
    while (head < before.length && before[head] === after[head]) head++;
    let tail = 0;
    const most = Math.min(before.length, after.length) - head;
    while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    lines.push(`  ${safeLine(entry.name)}`);
    const add = (sign: string, colour: "red" | "green", all: string[]): void => {
      for (const line of all.slice(head, all.length - tail)) {
        lines.push(paint(colour, `    ${sign} ${safeLine(line, LONGEST)}`));
      }
    };
    add("-", "red", before);
    add("+", "green", after);
  }
  for (const { name, why } of skipped)
    lines.push(`  ${safeLine(name)}: left as it is, ${safeLine(why)}.`);
  return lines.join("\n");
}
