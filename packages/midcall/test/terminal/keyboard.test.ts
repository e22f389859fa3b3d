import { describe, expect, it } from "vitest";
import * as fc from "fast-check";

import { createPasteReader } from "../../src/terminal/input/paste-reader.js";
import { pass, useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS } from "./lab.js";

useFastClock();

const { enter, escape, left, up, down, tab, clear } = KEYS;
const backspace = "\u007f";
const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;

describe("a key that means nothing", () => {
  it("in a choice gets the keys that do, once until another key counted", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", enum: ["a", "b", "c"] }, true);
    const told = (): number => lab.text().split("Press 1, 2 or 3, or use").length - 1;
    await lab.answer("X (required)", "q");
    await lab.sees("Press 1, 2 or 3, or use the arrows and Enter.");
    for (const key of ["9", "x", "\u0004", tab, "xyz"]) lab.press(key);
    lab.press(down);
    await lab.sees("› a");
    expect(told()).toBe(1);
    lab.press("\u0004");
    await lab.sees("Press 1, 2 or 3");
    expect(told()).toBe(2);
    lab.press("2");
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "b" } });
    lab.mount.unmount();
  });

  it("at a link is not taken for the one that opens it", async () => {
    const lab = createLab({ inbox: { open: () => undefined } });
    const answer = lab.ask({ mode: "url", message: "Go.", url: "https://example.com/" });
    await lab.answer("What next?", "y");
    await lab.sees("Press O, D or N");
    lab.press("d");
    expect(await answer).toEqual({ action: "decline" });
    lab.mount.unmount();
  });

  it("in a burst gets nothing", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "boolean" }, true);
    await lab.answer("X (required)", "qwe");
    lab.press(down);
    await lab.sees("› Yes");
    expect(lab.text()).not.toContain("Press");
    lab.press("n");
    await lab.answer("What next?", enter);
    expect(await answer).toMatchObject({ content: { x: false } });
    lab.mount.unmount();
  });
});

describe("pasted text", () => {
  it("presses no Enter, whatever it has in it", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string" });
    await lab.answer("X (optional)", pasted("one\r\ntwo\r\u0003\u001b[Bthree\r\r\r"));
    await lab.sees("one two [Bthree█");
    lab.press(enter);
    await lab.answer("What next?", pasted(`${enter}${enter}`));
    lab.press(KEYS.down);
    await lab.sees("› Edit");
    lab.press(`${up}${enter}`);
    expect(await answer).toEqual({ action: "accept", content: { x: "one two [Bthree" } });
    lab.mount.unmount();
  });

  it("keeps its lines where there can be several", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", maxLength: 900 });
    await lab.answer("X (optional)", pasted("one\r\n\r\nthree\n"));
    lab.press(`!${tab}${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "one\n\nthree!" } });
    lab.mount.unmount();
  });

  it("of a great length is shown as a mark, and not drawn letter by letter", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", maxLength: 100_000 });
    const text = "A line of text.\n".repeat(5000).trimEnd();
    await lab.sees("X (optional)");
    const before = lab.raw().length;
    lab.press(`a ${pasted(text)} b`);
    await lab.sees("a [paste 1: 79,999 characters] b█");
    expect(lab.raw().length - before).toBeLessThan(20_000);
    lab.press(`${tab}${enter}`);
    await lab.sees(/\(79,\d\d\d more characters\)/);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: `a ${text} b` } });
    lab.mount.unmount();
  });

  it.each([
    ["one line", {}, enter],
    ["several lines", { maxLength: 2000 }, tab + enter],
  ])("of a great length goes as a whole, in %s", async (_, limits, end) => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", ...limits });
    const [one, two] = ["a".repeat(501), "b".repeat(502)];
    await lab.answer("X (optional)", `x${pasted(one)}y${pasted(two)}${backspace}`);
    await lab.sees("x[paste 1: 501 characters]y█");
    // Over the mark at once, and back into nothing.
    lab.press(`${left}${left}z`);
    await lab.sees("xz");
    lab.press(end);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: `xz${one}y` } });

    const again = lab.askFor({ type: "string", ...limits });
    await lab.answer("X (optional)", `${pasted(one)}${backspace}[p`);
    await lab.sees("[p█");
    lab.press(end);
    await lab.answer("What next?", enter);
    expect(await again).toEqual({ action: "accept", content: { x: "[p" } });
    lab.mount.unmount();
  });

  it("of a great length is marked in other words, be they the same for all", async () => {
    const lab = createLab({ terminal: { messages: { pasted: () => "(\n)" } } });
    const answer = lab.askFor({ type: "string" });
    const [one, two] = ["a".repeat(501), "b".repeat(502)];
    await lab.answer("X (optional)", pasted(one) + pasted(two) + left + backspace);
    await lab.sees("( )");
    lab.press(enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: two } });
    lab.mount.unmount();
  });

  it("named like a key is text", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string" });
    await lab.answer("X (optional)", pasted("escape"));
    lab.press(enter);
    await lab.answer("What next?", enter);
    expect(await answer).toMatchObject({ content: { x: "escape" } });
    lab.mount.unmount();
  });

  it("is told from keys wherever the stream of bytes is cut", () => {
    const part = fc.oneof(
      fc.record({ keys: fc.stringMatching(/^[a-z\r]+$/) }),
      fc.record({ pasted: fc.stringMatching(/^[a-z\r[0~]*$/) }),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(40)), (parts, cuts) => {
        const whole = parts.map((one) => ("keys" in one ? one.keys : pasted(one.pasted))).join("");
        const read = createPasteReader();
        const found: { keys?: string; pasted?: string }[] = [];
        let rest = whole;
        for (const cut of cuts) {
          // A terminal sends a lone Escape only when that is what was pressed.
          const at = whole.length - rest.length + cut;
          if (/\u001b\[?$/.test(whole.slice(0, at))) continue;
          found.push(...read(rest.slice(0, cut)));
          rest = rest.slice(cut);
        }
        found.push(...read(rest));
        const keys = (list: readonly object[]): string =>
          list.map((one) => ("keys" in one ? String(one.keys) : "")).join("");
        const pastes = (list: readonly object[]): string[] =>
          list.flatMap((one) => ("pasted" in one ? [String(one.pasted)] : []));
        expect(keys(found)).toBe(keys(parts));
        expect(pastes(found)).toEqual(pastes(parts));
      }),
    );
  });
});

describe("keys", () => {
  it("pressed before a question is there answer nothing", async () => {
    const lab = createLab();
    lab.input.write(enter.repeat(5));
    const answer = lab.askFor({ type: "string" });
    await lab.sees("X (optional)");
    lab.press(`a${enter}${enter}${enter}`);
    await lab.sees("What next?");
    // The keys too many must answer nothing, however long one waits.
    await pass(1000);
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "a" } });
    lab.mount.unmount();
  });

  it("that follow an Enter in one piece are dropped, also where the Enter was refused", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "integer", minimum: 2 }, true);
    await lab.answer("X (required)", `1${enter}2${enter}${enter}`);
    await lab.sees("Enter 2 or more.");
    // The keys too many must answer nothing, however long one waits.
    await pass(1000);
    expect(lab.text()).not.toContain("What next?");
    lab.press(`3${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: 13 } });
    lab.mount.unmount();
  });

  it("that mean something else to a terminal do no harm", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string" });
    await lab.sees("X (optional)");
    const control = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
      .filter((key) => !"\u0003\u001b\r\n".includes(key))
      .join("");
    lab.press(`ab${control}\u007f\u0085\u009b${clear}`);
    lab.press("\u001bOP\u001b[15~\u001b[1;5C\u001b[Zc");
    lab.press(`d${enter}`);
    await lab.answer("What next?", "\u0004\u001a\t");
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "cd" } });
    lab.mount.unmount();
  });

  it.each([
    ["one line", {}, enter],
    ["several lines", { maxLength: 900 }, tab + enter],
  ])("write and remove whole characters, in %s", async (_, limits, end) => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", ...limits });
    await lab.answer("X (optional)", `a😀b${pasted("𝒳👍🏽")}c`);
    await lab.sees("a😀b𝒳👍🏽c█");
    lab.press(left + backspace + backspace + backspace + left + backspace);
    await lab.sees("abc");
    lab.press(`🎈${left}\u001b[3~é${end}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "aébc" } });
    lab.mount.unmount();
  });

  it("move between lines without stopping in a character", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", maxLength: 900 });
    await lab.answer("X (optional)", `😀${enter}a${up}${left}b${down}${enter}😀😀`);
    lab.press(`${left}${up}c${up}d${down}${down}e`);
    await lab.sees("e");
    lab.press(`${tab}${escape}`);
    await lab.answer("Stop answering?", enter);
    await lab.answer("X (optional)", tab + enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "bd😀\nac\n😀e😀" } });
    lab.mount.unmount();
  });

  it("of a text with a very long default are still read in time", async () => {
    const lab = createLab();
    const text = "word ".repeat(10_000).trimEnd();
    const answer = lab.ask({
      message: "?",
      requestedSchema: form({ x: { type: "string", default: text } }),
    });
    await lab.readsTo("X");
    lab.press(`!${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: `${text}!` } });
    lab.mount.unmount();
  });
});
