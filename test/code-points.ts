import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point, for `fc.string({ unit })`. `unit: "binary"` draws the same, and first makes a table of all of them, which
 * takes a second in each process.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map(
    (n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES),
    (text) => {
      const point = typeof text === "string" ? text.codePointAt(0) : undefined;
      if (point === undefined || text !== String.fromCodePoint(point))
        throw new TypeError("not one");
      if (point < FIRST_SURROGATE) return point;
      if (point < FIRST_SURROGATE + SURROGATES) throw new TypeError("a surrogate");
      return point - SURROGATES;
    },
  );
