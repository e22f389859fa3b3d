import { describe, expect, it } from "vitest";

import { createForm } from "../../src/form/index.js";
import { shownValue } from "../../src/form/shown-value.js";
import { valueText } from "../../src/terminal/output/value-text.js";

describe("an answer that is looked at again", () => {
  it("is shown in the words that were chosen, also where they stand for yes and no", () => {
    const form = createForm({
      type: "object",
      properties: {
        wipe: {
          type: "boolean",
          oneOf: [
            { const: true, title: "Delete everything" },
            { const: false, title: "Keep everything" },
          ],
        },
        ok: { type: "boolean" },
        cache: { enum: [true, false, "auto"] },
      },
    });
    form.set("wipe", "Delete everything");
    form.set("ok", true);
    form.set("cache", "false");
    const words = { yes: "Yes", no: "No" };
    const { fields } = form.getSnapshot();
    const shown = [["Delete everything"], ["Yes"], ["false"]];
    expect(fields.map((field) => shownValue(field, words))).toEqual(shown);
    expect(fields.map((field) => [valueText(field, words as never)])).toEqual(shown);
    expect(form.submit()).toEqual({ ok: true, content: { wipe: true, ok: true, cache: false } });
  });
});
