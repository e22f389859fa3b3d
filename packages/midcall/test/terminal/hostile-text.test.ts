import { describe, expect, it } from "vitest";

import { useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS } from "./lab.js";

useFastClock();

const { enter, down, tab } = KEYS;

/** Each would act on the terminal, or hide what is really there. */
const PAYLOADS = {
  "clears the screen": "\u001b[2J",
  "renames the window": "\u001b]0;owned\u0007",
  "writes to the clipboard": "\u001b]52;c;b3duZWQ=\u0007",
  "links elsewhere": "\u001b]8;;https://evil.example\u001b\\",
  "moves up": "\u001b[9A",
  "acts with one byte": "\u009b2J",
  rings: "\u0007",
  "goes back": "\b\b\b",
  "writes over the line": "\rOK to send",
  "turns around": "\u202e",
  isolates: "\u2066",
  "has no width": "\u200b\u200d\ufeff",
  "is a tag": "\u{e0041}",
};

describe.each(Object.entries(PAYLOADS))("text of a server that %s", (_, payload) => {
  const hostile = `Ann${payload}Bob`;

  it("shows as harmless text, wherever it stands", async () => {
    const lab = createLab();
    const properties = {
      [`name${payload}`]: { type: "string", title: hostile, description: hostile },
      start: { type: "string", title: "Start", default: hostile },
      one: {
        type: "string",
        title: "One",
        oneOf: [
          { const: "a", title: hostile },
          { const: hostile, title: "B" },
        ],
      },
      some: { type: "array", title: "Some", items: { type: "string", enum: [hostile, "c"] } },
      odd: { type: "object", title: hostile, description: hostile },
    };
    const answer = lab.ask(
      { message: `${hostile}\n${hostile}`, requestedSchema: form(properties) },
      hostile,
    );
    await lab.answer("AnnBob".slice(0, 3), `x${enter}`);
    // A text with lines ends with Tab and Enter.
    await lab.answer("Start", payload.includes("\r") ? tab + enter : enter);
    await lab.answer("One", down + enter);
    await lab.answer("Some", enter);
    await lab.sees("What next?");
    // What this UI itself sends to the terminal has these too, but never in the server's words.
    const words = lab.raw().split("Ann").slice(1);
    expect(words.length).toBeGreaterThan(6);
    for (const after of words) expect(after.startsWith(payload)).toBe(false);
    expect(lab.raw()).not.toContain(`${payload}Bob`);
    lab.press(enter);
    // The exact values are what is sent.
    expect(await answer).toMatchObject({ action: "accept", content: { one: "a" } });
    lab.mount.unmount();
  });

  it("shows as harmless text in an address, or is not offered at all", async () => {
    const lab = createLab({ inbox: { open: () => {} } });
    const url = `https://example.com/${hostile}`;
    const answer = lab.ask({ mode: "url", message: hostile, url }, hostile);
    const seen = await Promise.race([lab.sees("What next?").then(() => true), answer]);
    expect(lab.raw()).not.toContain(`${payload}Bob`);
    if (seen === true) lab.press(down + down + enter);
    expect(await answer).toMatchObject({ action: "cancel" });
    lab.mount.unmount();
  });
});
