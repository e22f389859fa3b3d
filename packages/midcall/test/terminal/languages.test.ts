import { describe, expect, it } from "vitest";
import { terminal as ar } from "../../src/locales/ar/terminal.js";
import { terminal as de } from "../../src/locales/de/terminal.js";
import { terminal as ja } from "../../src/locales/ja/terminal.js";
import { terminal as es } from "../../src/locales/es/terminal.js";
import { terminal as fr } from "../../src/locales/fr/terminal.js";
import { confirmSchema } from "../../src/server/elicitation/confirm.js";
import { useFastClock } from "../fast-clock.js";
import { createLab, KEYS } from "./lab.js";

useFastClock();

const { enter } = KEYS;

describe("a terminal in another language", () => {
  it("names what is wrong in it, and sends the answer", async () => {
    const lab = createLab({ terminal: { messages: de, review: "never" } });
    const answer = lab.askFor({ type: "integer", minimum: 3 }, true);
    await lab.sees("X (erforderlich)");
    await lab.takesEveryKey();
    lab.press(`2${enter}`);
    await lab.sees("Geben Sie 3 oder mehr ein.");
    lab.press(`${KEYS.clear}4${enter}`);
    expect(await answer).toMatchObject({ action: "accept", content: { x: 4 } });
    expect(lab.text()).not.toMatch(/\b(?:asks|required|Enter a|Sent)\b/);
    lab.mount.unmount();
  });

  it.each([
    ["German", de, "Das ist nicht „DELETE“."],
    ["Spanish", es, "Esto no es «DELETE»."],
    ["French", fr, "Ce n’est pas «\u00a0DELETE\u00a0»."],
    ["Japanese", ja, "「DELETE」ではありません。"],
    ["Arabic", ar, "هذه ليست «DELETE»."],
  ])("says in %s that the word of a confirmation is another one", async (_, messages, text) => {
    const lab = createLab({ terminal: { messages, review: "never" } });
    const { confirm } = confirmSchema({ typed: "DELETE" }).properties;
    const answer = lab.askFor(confirm!, true);
    await lab.sees(messages.required);
    await lab.takesEveryKey();
    lab.press(`delete${enter}`);
    await lab.sees(text);
    expect(lab.text()).not.toContain("This is not");
    lab.press(`${KEYS.clear}DELETE${enter}`);
    expect(await answer).toMatchObject({ action: "accept", content: { x: "DELETE" } });
    lab.mount.unmount();
  });

  it("says so as well where only the server knows the word", async () => {
    const lab = createLab({ terminal: { messages: fr, review: "never" } });
    void lab.ask({
      message: 'Διαγραφή;\n\nThis is not "DELETE".',
      requestedSchema: { type: "object", properties: { x: { type: "string" } } },
    });
    await lab.sees("Ce n’est pas «\u00a0DELETE\u00a0».");
    expect(lab.text()).not.toContain("This is not");
    lab.mount.unmount();
  });

  it.each([
    ["Japanese", ja, "いいえ"],
    ["Arabic", ar, "لا"],
  ])("in %s takes a yes or no by number", async (_, messages, no) => {
    const lab = createLab({ terminal: { messages, review: "never" } });
    const answer = lab.askFor({ type: "boolean" }, true);
    await lab.sees(`2  ${no}`);
    await lab.takesEveryKey();
    lab.press("2");
    expect(await answer).toMatchObject({ action: "accept", content: { x: false } });
    lab.mount.unmount();
  });
});
