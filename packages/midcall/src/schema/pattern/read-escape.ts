import type { Reader } from "./reader.js";

/** In the order of their code points, from 9. */
const CONTROLS = "tnvfr";

/**
 * Reads an escape that stands for characters, with the reader behind the backslash: a code point,
 * or a native expression for a whole kind of them.
 *
 * Any character but an ASCII letter or digit may be escaped, as it may be without the `u` flag:
 * `\-` and `\@` are everywhere. Unknown letters stay errors: `\A`, `\Z`, `\h` mean something in
 * other dialects and the bare letter in this one, so guessing would be wrong for somebody.
 */
export function readEscape({ take, error }: Reader): number | RegExp {
  let found;
  if ((found = take(/u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})/iy))) {
    const point = Number.parseInt(found[1] ?? found[2] ?? found[3]!, 16);
    if (point > 0x10ffff) throw error("code point above 10FFFF");
    // Two \uXXXX halves of a surrogate pair are one character; no other form joins.
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
