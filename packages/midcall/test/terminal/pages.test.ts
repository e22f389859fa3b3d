import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../src/terminal/output/wrap-text.js";
import { useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS, type Lab } from "./lab.js";

useFastClock();

const { enter, escape, space, down } = KEYS;
const COLUMNS = 60;

/** A word for each number, so that one that is missing is noticed. */
const words = (count: number, name = "w"): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}.`).join(" ");

const createPaged = (rows: number): Lab =>
  createLab({ rows, columns: COLUMNS, inbox: { open: () => {} }, terminal: { review: "auto" } });

/** How many rows a text takes. */
const rowsOf = (text: string): number =>
  stripVTControlCharacters(text)
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / COLUMNS)), 0);

/** Turns pages until the prompt is there, and checks that each fits on the screen. Returns all that was on it. */
async function readTo(lab: Lab, prompt: string, rows: number): Promise<string> {
  let all = "";
  const end = new RegExp(`Space or Enter shows more|[◆▲*x] +${prompt}`);
  for (;;) {
    const [found] = await lab.sees(end);
    // A prompt that is taller than the screen stands alone: its words were on the pages before it.
    if (!/^\s*│\n◆/.test(lab.recent())) expect(rowsOf(lab.recent())).toBeLessThanOrEqual(rows);
    all += lab.recent().replace(SAID, "");
    if (!found.startsWith("Space")) return all;
    lab.press(space);
  }
}

/** What is said where a page ends. */
const SAID = /│ {2}(… \([\d,]+ more characters\)\s+(│ {2})?)?Space or Enter shows more\.$/;

/** All words of a text, wherever lines were wrapped. */
const wordsIn = (text: string): string[] => text.match(/[a-z]\d+\./g) ?? [];

describe("a question that is longer than the screen", () => {
  it("takes no answer before its end has been on the screen", async () => {
    const lab = createPaged(24);
    const answer = lab.ask({
      message: `${words(1_200)} The end.`,
      requestedSchema: form({ go: { type: "boolean" } }, ["go"]),
    });
    for (;;) {
      await lab.sees(/Space or Enter shows more|[◆▲*x] +Go/);
      if (!lab.recent().includes("Space or Enter")) break;
      // A yes, a no, an arrow to the side and a tab are no answers, and turn no page.
      const before = lab.text().length;
      for (const key of ["y", "n", "1", KEYS.left, KEYS.tab]) {
        lab.press(key);
        await lab.takesEveryKey();
      }
      expect(lab.text().length).toBe(before);
      expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
      lab.press(space);
    }
    expect(lab.text()).toContain("The end.");
    await lab.answer("Go", "y");
    expect(await answer).toEqual({ action: "accept", content: { go: true } });
    lab.mount.unmount();
  });

  it.each([8, 13, 24, 50])("is shown whole, page by page, on %i rows", async (rows) => {
    const lab = createPaged(rows);
    void lab.ask({
      message: words(900, "m"),
      requestedSchema: form({
        x: { type: "string", title: words(40, "t"), description: words(300, "d") },
      }),
    });
    const all = await readTo(lab, "t0", rows);
    for (const [count, name] of [
      [900, "m"],
      [300, "d"],
      [40, "t"],
    ] as const)
      expect(wordsIn(all)).toEqual(expect.arrayContaining(words(count, name).split(" ")));
    lab.mount.unmount();
  });

  it.each([
    ["as a choice by key", 4],
    ["as a list", 12],
  ])("by its options is shown whole, %s", async (_, count) => {
    const lab = createPaged(24);
    const options = Array.from({ length: count }, (_one, index) => ({
      const: `v${index}`,
      title: words(60, "abcdefghijkl"[index]),
    }));
    void lab.ask({
      message: "?",
      requestedSchema: form({ x: { type: "string", oneOf: options } }),
    });
    const all = await readTo(lab, "X", 24);
    for (const { title } of options)
      expect(wordsIn(all)).toEqual(expect.arrayContaining(title.split(" ")));
    lab.mount.unmount();
  });

  it("by its default is shown whole, before Enter sends it", async () => {
    const lab = createPaged(24);
    const suggested = words(900);
    const answer = lab.ask({
      message: "?",
      requestedSchema: form({ x: { type: "string", default: suggested } }),
    });
    const all = await readTo(lab, "X", Infinity);
    expect(wordsIn(all)).toEqual(expect.arrayContaining(suggested.split(" ")));
    lab.press(enter);
    await readTo(lab, "What next\\?", Infinity);
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: { x: suggested } });
    lab.mount.unmount();
  });

  it("by its link is shown whole, and opened after that", async () => {
    const lab = createPaged(24);
    const path = Array.from({ length: 250 }, (_, index) => `p${index}.`).join("/");
    void lab.ask({ mode: "url", message: words(200), url: `https://example.com/${path}` });
    const all = await readTo(lab, "What next\\?", 24);
    expect(all.replace(/\s/g, "")).toContain(path);
    expect(wordsIn(all)).toEqual(expect.arrayContaining(words(200).split(" ")));
    lab.mount.unmount();
  });

  it.each([
    ["Space", space],
    ["Enter", enter],
    ["Down", down],
  ])("is read on with %s, which answers nothing when it is held down", async (_, key) => {
    const lab = createPaged(24);
    void lab.ask({ message: words(150), requestedSchema: form({ x: { type: "string" } }) });
    await lab.sees("Space or Enter shows more");
    lab.press(key);
    await lab.shows(/◆ +X/);
    for (let times = 0; times < 5; times++) lab.press(key);
    await lab.takesEveryKey();
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.mount.unmount();
  });

  it("can be declined, or read on after all, before its end", async () => {
    const lab = createPaged(24);
    const answer = lab.ask({
      message: `${words(600)} The end.`,
      requestedSchema: form({ x: { type: "boolean" } }),
    });
    await lab.sees("Space or Enter shows more");
    lab.press(escape);
    await lab.answer("Stop answering?", enter);
    await lab.sees("Space or Enter shows more");
    lab.press(escape);
    await lab.sees("Stop answering?");
    lab.press("d");
    expect(await answer).toEqual({ action: "decline" });
    expect(lab.text()).not.toContain("The end.");
    lab.mount.unmount();
  });

  it("is removed where it is withdrawn, and the next one is shown from its beginning", async () => {
    const lab = createPaged(24);
    const withdrawn = new AbortController();
    const first = lab.ask(
      { message: words(600, "a"), requestedSchema: form({ x: { type: "boolean" } }) },
      "Bistro",
      withdrawn.signal,
    );
    await lab.sees("Space or Enter shows more");
    withdrawn.abort();
    await first;
    const second = lab.ask({ message: "b0.", requestedSchema: form({ x: { type: "boolean" } }) });
    await lab.answer("X", "y");
    expect(await second).toMatchObject({ action: "accept" });
    expect(lab.text()).not.toContain("a599.");
    lab.mount.unmount();
  });
});
