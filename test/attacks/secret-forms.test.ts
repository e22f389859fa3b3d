import { createInbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import { tally } from "./tally.js";

const words = [
  "Password",
  "API key",
  "Credit card number",
  "One-time code",
  "Recovery phrase",
  "Mot de passe",
  "Contraseña",
];

/** Ways to write a word so that people read it and a list of words does not. */
const DISGUISES: Readonly<Record<string, (word: string) => string>> = {
  plain: (word) => word,
  shouted: (word) => word.toUpperCase(),
  "zero-width spaces": (word) => [...word].join("\u200b"),
  "soft hyphens": (word) => [...word].join("\u00ad"),
  "bidi isolates": (word) => `\u2067${word}\u2069`,
  "word joiners and fillers": (word) => [...word].join("\u2060\u3164"),
  "stacked marks": (word) => [...word].map((letter) => `${letter}\u0338\u0301`).join(""),
  "full width": (word) =>
    word.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  "mathematical letters": (word) =>
    word.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  "Cyrillic twins": (word) =>
    word.replace(/[aeopcyxi]/g, (letter) => "аеорсухі"["aeopcyxi".indexOf(letter)]!),
  "Greek twins": (word) => word.replace(/[ao]/g, (letter) => (letter === "a" ? "α" : "ο")),
  decomposed: (word) => word.normalize("NFD"),
  punctuated: (word) => `*** ${word}: ***`,
  "no-break spaces": (word) => word.replaceAll(" ", "\u00a0"),
};

/** Places where a form may say what it wants. */
const PLACES: Readonly<Record<string, (text: string) => object>> = {
  "the message": (text) => form(text, {}),
  "a message that goes on": (text) => form(`We are almost there.\n${text}:\nThank you!`, {}),
  "behind a screenful of nothing": (text) => form(`${"\u200b".repeat(15_000)}${text}:`, {}),
  "the title": (text) => form("Hello", { title: text }),
  "the description": (text) => form("Hello", { title: "Value", description: text }),
  "a default": (text) => form("Hello", { title: "Value", default: `your ${text}` }),
  "the title of a number": (text) => form("Hello", { type: "integer", title: text }),
};

function form(message: string, field: object): object {
  const properties = { value: { type: "string", ...field } };
  return { mode: "form", message, requestedSchema: { type: "object", properties } };
}

describe("an inbox that refuses secrets", () => {
  it("shows no form that asks for one in disguise, wherever it says so", async () => {
    const inbox = createInbox({ policy: { secrets: "refuse", total: 10_000, concurrent: 10_000 } });
    const unmount = inbox.mount();
    await inbox.ready;
    let tried = 0;
    for (const [place, inPlace] of Object.entries(PLACES)) {
      for (const [disguise, disguised] of Object.entries(DISGUISES)) {
        for (const word of words) {
          const server = `${word}, ${disguise}, in ${place}`;
          void inbox.handle(inPlace(disguised(word)), { server });
          tried++;
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
    const shown = inbox.getSnapshot().showing.map(({ server }) => server);
    expect(shown.join("\n")).toBe("");
    tally("disguised questions for secrets", tried);
    // And it does show what asks for none.
    void inbox.handle(form("What shall I call the file?", {}), { server: "harmless" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(inbox.getSnapshot().showing).toHaveLength(1);
    unmount();
  });
});
