import { describe, expect, it } from "vitest";

import { createForm } from "../../src/form/index.js";
import { GOLDEN, GOLDEN_OFFSET } from "./golden.js";

describe("the golden table", () => {
  it("names each case once", () => {
    expect(new Set(GOLDEN.map(({ name }) => name)).size).toBe(GOLDEN.length);
  });

  it.each(GOLDEN)("$name", ({ schema, edits, expected }) => {
    const form = createForm(schema, { timeZoneOffset: GOLDEN_OFFSET });
    for (const [field, input] of edits) form.set(field, input);
    const { valid } = form.getSnapshot();
    const result = form.submit();
    expect(valid).toBe(result.ok);
    if ("content" in expected) {
      expect(result).toStrictEqual({ ok: true, content: expected.content });
      // JSON tells own properties from those of the prototype.
      expect(JSON.stringify(result.ok && result.content)).toBe(JSON.stringify(expected.content));
    } else {
      expect(result.ok ? result : result.issues.map(({ field, code }) => [field, code])).toEqual(
        expected.issues,
      );
    }
  });
});
