import type { ConfigFile } from "./config-file.js";
import { applyEdits, type ServerEntry, serverEntries } from "./server-entries.js";
import { unwrapEntry } from "./unwrap-entry.js";
import { wrapEntry } from "./wrap-entry.js";
import type { WrapRecord } from "./wrap-records.js";

/** What would become of the servers in one file. */
export interface Plan {
  readonly file: ConfigFile;
  readonly host: string;
  readonly changes: readonly Change[];
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}

/** The new text of an entry. */
export interface Change {
  readonly entry: ServerEntry;
  readonly text: string;
}

/** Which servers are meant; all of them if it is empty. */
export type Names = ReadonlySet<string>;

const isMeant = (names: Names, { name }: ServerEntry): boolean =>
  names.size === 0 || names.has(name);

/** @throws SyntaxError when the file is not JSON */
export function planWrap(
  host: string,
  file: ConfigFile,
  names: Names,
  program: readonly string[],
): Plan {
  const changes: Change[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const entry of serverEntries(file.text).filter((one) => isMeant(names, one))) {
    const evenIfOff = names.has(entry.name);
    const wrapped = wrapEntry(entry.text, entry.name, program, { evenIfOff });
    if (wrapped.ok) changes.push({ entry, text: wrapped.text });
    else skipped.push({ name: entry.name, why: wrapped.why });
  }
  return { host, file, changes, skipped };
}

/** @throws SyntaxError when the file is not JSON */
export function planUnwrap(
  host: string,
  file: ConfigFile,
  names: Names,
  records: readonly WrapRecord[],
): Plan {
  const changes: Change[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const entry of serverEntries(file.text).filter((one) => isMeant(names, one))) {
    const same = records.findLast(({ wrapped }) => wrapped === entry.text);
    const known = same ?? records.findLast(({ name }) => name === entry.name);
    const text = same?.original ?? unwrapEntry(entry.text, known?.original);
    if (text !== undefined) changes.push({ entry, text });
    else if (names.size > 0) skipped.push({ name: entry.name, why: "it is not wrapped" });
  }
  return { host, file, changes, skipped };
}

/** The whole file after the changes. */
export const plannedText = ({ file, changes }: Plan): string =>
  applyEdits(
    file.text,
    changes.map(({ entry: { start, end }, text }) => ({ start, end, text })),
  );
