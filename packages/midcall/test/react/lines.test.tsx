// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { quietDialogs, settle, show } from "./lab.js";

afterEach(cleanup);
quietDialogs();

describe("without a stylesheet", () => {
  it("shows the lines of a message and of a description as lines", async () => {
    const { ask } = await show();
    const answer = ask(
      {
        message: "Delete these?\n- a.txt\n- b.txt",
        requestedSchema: {
          type: "object",
          properties: { note: { type: "string", description: "First line\nSecond line" } },
        },
      },
      { server: "GitHub" },
    );
    await settle();
    for (const words of [/^Delete these\?\s- a\.txt\s- b\.txt$/, /^First line\sSecond line$/]) {
      const text = screen.getByText(words);
      expect(text.textContent).toContain("\n");
      expect(text.style.whiteSpace).toBe("pre-wrap");
    }
    expect(answer).toBeDefined();
  });
});
