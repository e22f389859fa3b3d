import { styleText } from "node:util";
import { safeLine } from "../safe-text.js";
import type { Plan } from "./plan.js";
import { applyEdits, parseDocument, propertiesOf } from "./server-entries.js";

/** The text of an entry in which `…` stands for the values of variables and headers, which may be secrets. */
export function withoutValues(text: string): string {
  const held = propertiesOf(parseDocument(text)).flatMap(({ key, value }) =>
    key === "command" ? [{ key, value }, ...propertiesOf(value)] : [{ key, value }],
  );
  const values = held
    .filter(({ key }) => key === "env" || key === "headers")
    .flatMap(({ value }) => propertiesOf(value));
  return applyEdits(
    text,
    values.map(({ value: { offset, length } }) => ({
      start: offset,
      end: offset + length,
      text: '"…"',
    })),
  );
}

const LONGEST = 500;

/** The changed lines of a file, as `diff` shows them. */
export function describePlan({ host, file, changes, skipped }: Plan, hasColour: boolean): string {
  const paint = (colour: "red" | "green" | "bold", line: string): string =>
    hasColour ? styleText(colour, line, { validateStream: false }) : line;
  const lines = [paint("bold", safeLine(`${host}: ${file.path}`, LONGEST))];
  for (const { entry, text } of changes) {
    const [before, after] = [entry.text, text].map((one) => withoutValues(one).split(/\r?\n/)) as [
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
  for (const { name, why } of skipped) lines.push(`  ${safeLine(name)}: left as it is, ${why}.`);
  return lines.join("\n");
}
