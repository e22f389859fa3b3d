import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson, digest } from "../../src/server/state/canonical-json.js";
import { scaled } from "../../../../test/night.js";

/** Any JSON text's value, with the numbers that only text can make. */
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc
    .constantFrom("-0", "1e999", "-1e999", '{"__proto__":{"a":1}}', '{"constructor":1}')
    .map((text) => JSON.parse(text) as unknown),
);

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).reverse()) {
    Object.defineProperty(copy, key, {
      value: turned((value as Record<string, unknown>)[key]),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

it("is the same for the same data, in whatever order its keys stand", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
    }),
  );
});

it("is another for any other data", () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      let same = true;
      try {
        expect(turned(turned(one))).toStrictEqual(turned(turned(other)));
      } catch {
        same = false;
      }
      expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
    }),
    { numRuns: scaled(500, 20_000) },
  );
});

it("is JSON again for all that JSON.stringify can write", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify([value]).includes("-0") && !canonicalJson(value).includes("-0"));
      expect(JSON.parse(canonicalJson(value))).toStrictEqual(value);
    }),
  );
});

it.each([
  ['{"a":1}', '{"a":"1"}'],
  ["[1,2]", "[12]"],
  ['["a","b"]', '["a,b"]'],
  ['{"a":{"b":1}}', '{"a":1,"b":1}'],
  ["[]", "{}"],
  ["null", '"null"'],
  ["0", "-0"],
  ["null", "1e999"],
  ["1e999", "-1e999"],
  ["[[1],2]", "[1,[2]]"],
  ['{"a":null}', "{}"],
])("tells %s from %s", (one, other) => {
  expect(canonicalJson(JSON.parse(one))).not.toBe(canonicalJson(JSON.parse(other)));
});

it("gives digests of 22 characters that no small change keeps", () => {
  const seen = new Set(Array.from({ length: 2000 }, (_, n) => digest(`text ${n}`)));
  expect(seen.size).toBe(2000);
  for (const one of seen) expect(one).toMatch(/^[\w-]{22}$/);
});
