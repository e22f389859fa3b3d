import { describe, expect, it } from "vitest";

import { confirmSchema } from "../../src/server/elicitation/confirm.js";

describe("the word to type says what becomes of another text", () => {
  it.each([
    [
      "a short one, which has a pattern",
      "delete",
      "Any other text is refused, and you are asked again.",
    ],
    ["a long one, which has none", "x".repeat(401), "Any other text counts as no."],
  ])("%s", (_, typed, told) => {
    const field = confirmSchema({ typed }).properties["confirm"] as {
      readonly description?: string;
      readonly pattern?: string;
    };
    expect(field.description).toContain(told);
    expect(field.pattern !== undefined).toBe(typed === "delete");
  });
});
