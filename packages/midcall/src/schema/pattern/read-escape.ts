import type { Reader } from "./reader.js";

/** The letters of control escapes in the order of their code points, from 9. */
const CONTROLS = "tnvfr";

/**
 * Reads an escape that matches characters, with the reader after the backslash. Returns a code point, or a native
 * expression for a character class.
 *
 * Any character except an ASCII letter or digit may be escaped, as without the `u` flag, because `\-` and `\@` are
 * common. Unknown letters are errors: `\A`, `\Z` and `\h` have a meaning in other dialects and match the letter in this
 * one, so either reading could be wrong.
 */
export function readEscape({ take, error }: Reader): number | RegExp {
  let found;
  if ((found = take(/u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})/iy))) {
    const point = Number.parseInt(found[1] ?? found[2] ?? found[3]!, 16);
    if (point > 0x10ffff) throw error("code point above 10FFFF");
    // Two \uXXXX escapes of a surrogate pair are one character; other forms are not combined.
    const trail = found[2] && point >> 10 === 0x36 && take(/\\u(d[c-f][\da-f]{2})/iy);
    if (!trail) return point;
    return 0x10000 + ((point & 0x3ff) << 10) + (Number.parseInt(trail[1]!, 16) & 0x3ff);
  }
  if ((found = take(/[tnvfr]/y))) return 9 + CONTROLS.indexOf(found[0]);
  if (take(/0(?!\d)/y)) return 0;
  if ((found = take(/c([a-z])/iy))) return found[1]!.charCodeAt(0) % 32;
  if ((found = take(/[dsw]|p\{\w+(=\w+)?\}/iy))) {
    try {
      return new RegExp(`\\${found[0]}`, "u");
    } catch {
      throw error("unknown Unicode property");
    }
  }
  if (take(/\d/y)) throw error("backreference or octal escape");
  found = take(/[^a-zA-Z]/uy);
  if (!found) throw error("unknown escape");
  return found[0].codePointAt(0)!;
}
