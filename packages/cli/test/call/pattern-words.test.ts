import { createForm } from "midcall/form";
import { describe, expect, it } from "vitest";
import { describeField } from "../../src/call/arguments/describe-field.js";
import { patternWords } from "../../src/call/arguments/pattern-words.js";

describe("a pattern", () => {
  it.each([
    ["^[A-Z]{2}-\\d+$", '2 capital letters, then "-", then digits'],
    ["^\\d{4}-[0-9]{2}$", '4 digits, then "-", then 2 digits'],
    ["^[a-zA-Z0-9_-]{3,20}$", '3 to 20 letters, digits, "_" or "-"'],
    ["^\\w+$", 'letters, digits or "_"'],
    ["^INV-[a-z]?[0-9]{2,}$", '"INV-", then 0 or 1 lowercase letters, then at least 2 digits'],
    ["^delete$", '"delete"'],
    ["^\\d\\.\\d$", 'one of digits, then ".", then one of digits'],
  ])("%s is said in words", (source, words) => {
    expect(patternWords(source)).toBe(words);
  });

  it.each([
    "\\d+",
    "^(a|b)$",
    "^a+$",
    "^[^a]$",
    "^[b-y]$",
    "^.*$",
    "^\\d+?$",
    "^a\\$",
    "^$",
    "^\\s$",
  ])("%s has no words", (source) => {
    expect(patternWords(source)).toBeUndefined();
  });

  const described = (pattern: string): string => {
    const properties = { x: { type: "string", pattern } };
    return describeField(createForm({ type: "object", properties }).fields[0]!);
  };

  it("of a field is said in words, or quoted as what it is", () => {
    expect(described("^[A-Z]{2}\\d+$")).toBe("text, made of: 2 capital letters, then digits");
    expect(described("^(ab|cd)$")).toBe(
      'text, in the format of the regular expression "^(ab|cd)$"',
    );
  });
});
