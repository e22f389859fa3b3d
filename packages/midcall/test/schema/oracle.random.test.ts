import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scaled } from "../../../../test/night.js";
import { parseRequestedSchema, validateContent } from "../../src/schema/index.js";
import { FORMATS } from "../../src/schema/validate/formats.js";
import { contentFor, requestedSchema } from "./samples.js";
import { codePoint } from "../../../../test/code-points.js";

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  unicodeRegExp: true,
  addUsedSchema: false,
  ownProperties: true,
});
ajvFormats.default(ajv);

// Ajv leaves a property named __proto__ unchecked and misses that "" is required; validate.test.ts covers both.
const SCHEMAS = scaled(60, 3000);
const TEXTS = scaled(1500, 60_000);

const UNSEEN = ["__proto__", ""];

describe("against Ajv", () => {
  it("accepts what Ajv accepts and rejects what Ajv rejects", () => {
    let pairs = 0;
    let valid = 0;
    fc.assert(
      fc.property(
        requestedSchema
          .filter(({ properties }) => !UNSEEN.some((name) => Object.hasOwn(properties, name)))
          .chain((schema) =>
            fc.tuple(
              fc.constant(schema),
              fc.array(contentFor(schema), { minLength: 50, maxLength: 50 }),
            ),
          ),
        ([schema, contents]) => {
          const oracle = ajv.compile(JSON.parse(JSON.stringify(schema)) as object);
          const parsed = parseRequestedSchema(schema);
          for (const content of contents) {
            // The null of an optional field is no answer, other than in JSON Schema.
            const optional = Object.entries(content).filter(
              ([name, value]) => value !== null || schema.required?.includes(name),
            );
            const expected = oracle(Object.fromEntries(optional));
            pairs++;
            if (expected) valid++;
            const result = validateContent(parsed, content);
            expect(result.valid, JSON.stringify({ schema, content, issues: result })).toBe(
              expected,
            );
          }
        },
      ),
      { numRuns: SCHEMAS },
    );
    expect(pairs).toBeGreaterThanOrEqual(SCHEMAS * 50);
    expect(valid / pairs).toBeGreaterThan(0.1);
    expect(valid / pairs).toBeLessThan(0.9);
  });
});

const { email, uri, date, "date-time": dateTime } = FORMATS;

describe("formats against ajv-formats", () => {
  const oracle = (format: string): ((text: string) => boolean) => {
    const check = ajv.compile({ type: "string", format });
    return (text) => check(text) as boolean;
  };
  const piece = (...parts: string[]): fc.Arbitrary<string> =>
    fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...parts) },
          fc.string({ maxLength: 1, unit: codePoint }),
        ),
        { maxLength: 14 },
      )
      .map((list) => list.join(""));
  const agree = (
    format: string,
    ours: (text: string) => boolean,
    texts: fc.Arbitrary<string>,
  ): void => {
    const theirs = oracle(format);
    let accepted = 0;
    fc.assert(
      fc.property(texts, (text) => {
        if (theirs(text)) accepted++;
        expect(ours(text), text).toBe(theirs(text));
      }),
      { numRuns: TEXTS },
    );
    expect(accepted).toBeGreaterThan(TEXTS / 100);
  };

  it("email", () =>
    agree(
      "email",
      email,
      fc
        .tuple(
          piece("a", "B.", "+", "_", "-", "x1"),
          fc.constantFrom("@", "@", "@", "", "@@"),
          piece("a", ".", "a.b", "-", "B9", "co"),
        )
        .map((parts) => parts.join("")),
    ));

  it("uri", () => {
    const hosts = fc.oneof(
      piece("a", ".", "b-c", ":80", ":", "@", "%20", "/", "x@"),
      fc
        .tuple(
          fc.constantFrom("[", "u@[", "u:p@["),
          piece("1", ":", "::", "ffff:", "1.2.3.4", "v1.x", "00a"),
          fc.constantFrom("]", "]:80", "]/x"),
        )
        .map((parts) => parts.join("")),
    );
    const paths = piece(
      "/",
      "a",
      "?",
      "#",
      "%4",
      "%4f",
      "?b=c",
      "#d",
      '"',
      "'",
      "<",
      "é",
      "\\",
      "[",
      " ",
    );
    const schemes = fc.constantFrom("http:", "a+b.c-1:", "1a:", ":", "", "HTTP:", "a_b:");
    agree(
      "uri",
      uri,
      fc
        .tuple(schemes, fc.constantFrom("//", "/", "", "///"), hosts, paths)
        .map((parts) => parts.join("")),
    );
    agree("uri", uri, fc.webUrl({ withFragments: true, withQueryParameters: true }));
    agree(
      "uri",
      uri,
      fc.ipV6().map((ip) => `http://[${ip}]/`),
    );
  });

  it("uri with an IPv6 host", () => {
    const theirs = oracle("uri");
    const groups = (count: number): string =>
      Array.from({ length: count }, (_, index) => index).join(":");
    for (let left = 0; left <= 9; left++) {
      for (let right = 0; right <= 9; right++) {
        for (const middle of ["::", ":", ":::"]) {
          for (const end of ["", ":1.2.3.4", "1.2.3.4"]) {
            const text = `http://[${groups(left)}${middle}${groups(right)}${end}]`;
            expect(uri(text), text).toBe(theirs(text));
          }
        }
      }
    }
  });

  const digits = (length: number): fc.Arbitrary<string> =>
    fc.nat({ max: 10 ** length - 1 }).map((n) => String(n).padStart(length, "0"));
  const days = fc.oneof(
    fc
      .tuple(digits(4), fc.constantFrom("-", "-", "-", "/"), digits(2), fc.constant("-"), digits(2))
      .map((parts) => parts.join("")),
    fc
      .tuple(
        fc.constantFrom("2024", "1900", "2000", "2023"),
        fc.constantFrom("02", "04", "12", "00", "13"),
        fc.constantFrom("00", "28", "29", "30", "31", "32"),
      )
      .map((parts) => parts.join("-")),
  );

  it("date", () => agree("date", date, days));

  it("date-time, but for hours and offsets no clock shows", () => {
    const times = fc.tuple(
      fc.nat({ max: 23 }).map((n) => String(n).padStart(2, "0")),
      fc.nat({ max: 59 }).map((n) => String(n).padStart(2, "0")),
      fc.constantFrom("00", "59", "60", "61", "59.9", "60.25", "1", "00."),
    );
    const offset = fc.oneof(
      fc.constantFrom(
        "Z",
        "z",
        "",
        "+01:00",
        "-08:30",
        "+0530",
        "-11",
        "+24:00",
        "+00:60",
        " Z",
        "+1:00",
      ),
      fc
        .tuple(fc.constantFrom("+", "-"), digits(2), fc.constantFrom(":", ""), digits(2))
        .map((parts) => parts.join("")),
    );
    const good = fc.constantFrom("2026-01-31", "2016-12-31", "2023-02-29");
    const texts = fc
      .tuple(
        good,
        fc.constantFrom("T", "t", " ", "\u00a0", "x", "TT"),
        times.map((parts) => parts.join(":")),
        offset,
      )
      .map((parts) => parts.join(""));
    agree("date-time", dateTime, texts);
    const leap = fc.integer({ min: -1439, max: 1439 }).map((minutes) => {
      const local = (((1439 + minutes) % 1440) + 1440) % 1440;
      const two = (n: number): string => String(n).padStart(2, "0");
      const abs = Math.abs(minutes);
      return `2016-12-31T${two(Math.floor(local / 60))}:${two(local % 60)}:60${minutes < 0 ? "-" : "+"}${two(Math.floor(abs / 60))}:${two(abs % 60)}`;
    });
    agree("date-time", dateTime, leap);
    expect(dateTime("2026-01-31T24:59:05+01:00")).toBe(false);
  });

  // Anything worse than linear does not come back within the time-out.
  it("gets through long and hostile text", () => {
    const texts = [
      "a.".repeat(100_000),
      `${"a".repeat(100_000)}@`,
      `a@${"a-".repeat(100_000)}`,
      `a@${"a.".repeat(100_000)}`,
      `x:${"%".repeat(100_000)}`,
      `x://${":".repeat(100_000)}`,
      `x://[${":".repeat(100_000)}]`,
      `${"1".repeat(100_000)}`,
      `2026-01-31T09:30:00.${"0".repeat(100_000)}`,
    ];
    for (const text of texts) {
      for (const format of Object.values(FORMATS)) expect(typeof format(text)).toBe("boolean");
    }
  });
});
