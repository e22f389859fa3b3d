import { describe, expect, it } from "vitest";

import { createForm } from "../../../src/form/index.js";
import { isForeignPattern } from "../../../src/schema/pattern/foreign-syntax.js";

const FOREIGN = [
  // POSIX
  "^[[:alpha:]]+$",
  "[^[:space:]]",
  "[[.hyphen.]]",
  "[[=e=]]",
  // a bracket in front, which all but ECMAScript read as a character
  "[]abc]",
  "[^]abc]",
  // Java, Ruby, .NET, Rust: classes in classes, and operations on them
  "[a-d[m-p]]",
  "[a-z&&[^aeiou]]",
  "[a-z-[aeiou]]",
  "[a-z--[aeiou]]",
  "[0-9--4]",
  "[a-z~~aeiou]",
  "\\p{Alpha}+",
  "\\p{Lower}",
  // delimiters of PHP, Perl and JavaScript's literals
  "/^[a-z]+$/i",
  "/^\\d{4}$/",
  "~^a$~u",
  "#^a$#",
];

/** No pattern of ECMAScript: their syntax is refused wherever they stand. */
const NO_ECMASCRIPT = [
  ..."\\A\\d+\\z (?i)abc (?i:abc) a++b (?>ab)c (?P<y>\\d+) (?P=y) \\Qa.b\\E \\x{41} \\pL \\h+ \\R \\G".split(
    " ",
  ),
  ..."(?#comment)a (?|a|b) (?(1)a|b) (?R) (?<=a)b (*UTF8)a \\N{DASH} \\p{Greek} \\p{IsLatin} \\K".split(
    " ",
  ),
];

const ECMASCRIPT = [
  "^[a-z]+$",
  "[\\[\\]]",
  "[^\\]]+",
  "[a-z-]",
  "[\\w.+-]+@[\\w-]+",
  "^/path/[^/]+$",
  "\\p{L}+",
  "\\p{Script=Greek}",
  "a{2,3}",
  "^(?:a|b)$",
  "\\$\\d+",
];

const answer = (pattern: string, text: string): unknown => {
  const form = createForm({
    type: "object",
    properties: { a: { type: "string", pattern } },
    required: ["a"],
  });
  form.set("a", text);
  return { ok: form.submit().ok, field: form.fields[0], notes: form.notes };
};

describe("a pattern of another language", () => {
  it.each(FOREIGN)("is recognised: %s", (pattern) => {
    expect(isForeignPattern(pattern)).toBe(true);
  });

  it.each([...FOREIGN, ...NO_ECMASCRIPT])("is left to the server, with a note: %s", (pattern) => {
    for (const text of ["Zoë", "7", "%&"]) {
      expect(answer(pattern, text)).toMatchObject({
        ok: true,
        field: { kind: "text", patternUnchecked: true },
        notes: [{ path: "/properties/a/pattern", code: "pattern" }],
      });
    }
  });

  it.each(ECMASCRIPT)("is not seen in %s", (pattern) => {
    expect(isForeignPattern(pattern)).toBe(false);
    expect(answer(pattern, "Zoë")).toMatchObject({
      notes: [],
      field: { pattern: { source: pattern } },
    });
  });
});

describe("two patterns", () => {
  it("both hold, and one that cannot be run leaves the other in force", () => {
    const open = (...patterns: string[]) => {
      const parts = patterns.map((pattern) => ({ pattern }));
      const form = createForm({
        type: "object",
        properties: { a: { type: "string", allOf: parts } },
        required: ["a"],
      });
      return (text: string): boolean => {
        form.set("a", text);
        return form.submit().ok;
      };
    };
    const both = open("^[a-z]", "\\d$");
    expect(["a1", "a", "1", "A1"].map(both)).toEqual([true, false, false, false]);
    const one = open("^[a-z]", "(?i)z$");
    expect(["a1", "1z"].map(one)).toEqual([true, false]);
  });
});
