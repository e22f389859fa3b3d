import type { CodePointSet, SetItem } from "./program.js";
import { readEscape } from "./read-escape.js";
import type { Reader } from "./reader.js";

const LINE_ENDS: readonly SetItem[] = [10, 13, [0x2028, 0x2029]];

/** Reads one atom that consumes a character: a literal, `.`, an escape or a class. */
export function readSet(reader: Reader): CodePointSet {
  if (reader.take(/\./y)) return { items: LINE_ENDS, negated: true };
  if (reader.take(/\[/y)) return readClass(reader);
  if (reader.take(/\\k/y)) throw reader.error("backreference");
  return { items: [readMember(reader)], negated: false };
}

/** Reads a class. A dash next to a class escape (`[\w-.]`) is a literal dash, as without the `u` flag. */
function readClass(reader: Reader): CodePointSet {
  const items: SetItem[] = [];
  const negated = reader.take(/\^/y) !== null;
  while (!reader.take(/\]/y)) {
    const low = readClassMember(reader);
    if (!reader.take(/-(?!\])/y)) {
      items.push(low);
      continue;
    }
    const high = readClassMember(reader);
    if (typeof low !== "number" || typeof high !== "number") items.push(low, 45, high);
    else if (low > high) throw reader.error("character range out of order");
    else items.push([low, high]);
  }
  return { items, negated };
}

function readClassMember(reader: Reader): number | RegExp {
  return reader.take(/\\b/y) ? 8 : readMember(reader);
}

function readMember(reader: Reader): number | RegExp {
  if (reader.take(/\\/y)) return readEscape(reader);
  const found = reader.take(/[^]/uy);
  if (!found) throw reader.error("unclosed character class");
  return found[0].codePointAt(0)!;
}
