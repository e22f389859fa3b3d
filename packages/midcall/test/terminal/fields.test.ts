import { describe, expect, it } from "vitest";

import { createForm } from "../../src/form/index.js";
import { askForm, type AskFormOptions } from "../../src/terminal/index.js";
import { NoTerminalError } from "../../src/terminal/errors.js";
import { useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS } from "./lab.js";
import { createFakeTty } from "./tty.js";

useFastClock();

const { enter, escape, down, up, tab, space, ctrlC, clear } = KEYS;
const many = Array.from({ length: 500 }, (_, index) => `option-${index}`);

const whole = { type: "integer" };

describe("a field", () => {
  it.each([
    ["an email address", { type: "string", format: "email" }],
    ["a full URL, such as", { type: "string", format: "uri" }],
    ["year-month-day", { type: "string", format: "date" }],
    ["in UTC+05:30", { type: "string", format: "date-time" }],
    ["a number, with a decimal point; at most 7", { type: "number", maximum: 7 }],
    ["a whole number; 1 to 12", { type: "integer", minimum: 1, maximum: 12 }],
    [
      "a whole number; more than 0; in steps of 5",
      { ...whole, exclusiveMinimum: 0, multipleOf: 5 },
    ],
    ["a whole number; at least 2; less than 9", { ...whole, minimum: 2, exclusiveMaximum: 9 }],
    ["only Yes can be sent", { type: "boolean", const: true }],
    ["only No can be sent", { type: "boolean", enum: [false] }],
    ["2 to 5 characters", { type: "string", minLength: 2, maxLength: 5 }],
    [
      /X \(required\)\n.*a whole number\n/,
      { ...whole, minimum: -9007199254740991, maximum: 9007199254740991 },
    ],
    [/X \(required\)\n│ {2}_/, { type: "string", maxLength: 200, pattern: "^\\s*go\\s*$" }],
    ["the format is checked", { type: "string", pattern: "^[A-Z]{3}$" }],
    ["the server checks the format", { type: "string", pattern: "(a)\\1" }],
    ["Enter: new line. Tab, then Enter: done", { type: "string", maxLength: 5000 }],
    ["choose 1 to 2", { type: "array", items: { enum: ["a", "b"] }, minItems: 1, maxItems: 2 }],
    ["choose exactly 2", { type: "array", items: { enum: ["a", "b"] }, minItems: 2, maxItems: 2 }],
  ])("says what it takes: %s", async (hint, field) => {
    const lab = createLab({ terminal: { timeZoneOffset: "+05:30" } });
    void lab.askFor(field, true);
    await lab.sees("X (required)");
    await lab.sees(hint);
    lab.mount.unmount();
  });

  it("with many options leaves the keys to the list, where Space searches", async () => {
    for (const field of [{ enum: many }, { type: "array", items: { enum: many } }]) {
      const lab = createLab();
      void lab.askFor(field);
      await lab.sees("Search:");
      expect(lab.text()).not.toMatch(/Space: select|Up\/Down: select/);
      lab.mount.unmount();
    }
  });

  it("of several lines has a button that does not sound like sending", async () => {
    for (const columns of [30, 80]) {
      const lab = createLab({ columns });
      const answer = lab.askFor({ type: "string", maxLength: 900 });
      await lab.sees("[ done ]");
      lab.press(`  [ submit ]${enter}  [ submit ]`);
      await lab.sees(/submit \][^]*submit \]█/);
      lab.press(`${tab}${enter}`);
      await lab.answer("What next?", enter);
      expect(await answer).toMatchObject({ content: { x: "  [ submit ]\n  [ submit ]" } });
      expect(lab.text()).not.toMatch(/^ *\[ submit \]/m);
      lab.mount.unmount();
    }
  });

  it("starts with its default, falsy ones too", async () => {
    const lab = createLab();
    const defaults = {
      word: { type: "string", default: "hello" },
      zero: { type: "integer", default: 0 },
      no: { type: "boolean", default: false },
      one: { type: "string", enum: ["a", "b"], default: "b" },
      some: { type: "array", items: { enum: ["a", "b"] }, default: ["b"] },
    };
    const answer = lab.ask({ message: "?", requestedSchema: form(defaults) });
    await lab.sees("hello█");
    for (const label of ["Word", "Zero", "No", "One", "Some"]) await lab.answer(label, enter);
    await lab.sees("Zero: 0");
    await lab.sees("No: No");
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({
      action: "accept",
      content: { word: "hello", zero: 0, no: false, one: "b", some: ["b"] },
    });
    lab.mount.unmount();
  });

  it("that is optional can be left out, and a list says so", async () => {
    const lab = createLab();
    const fields = { yes: { type: "boolean" }, word: { type: "string" } };
    const answer = lab.ask({ message: "?", requestedSchema: form(fields) });
    await lab.sees("0  No answer");
    lab.press(enter);
    await lab.answer("Word", enter);
    await lab.sees(/Yes: — \(Not answered\)[^]*Word: — \(Not answered\)/);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: {} });
    lab.mount.unmount();
  });

  it("never answers yes or no by itself", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "boolean", title: "Delete it all" }, true);
    await lab.sees("Delete it all (required)");
    lab.press(enter);
    await lab.sees("This is required.");
    lab.press(down + down + enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: false } });
    lab.mount.unmount();
  });

  it("says at once what is wrong, and stays until it is right", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "integer", minimum: 2 }, true);
    await lab.answer("X (required)", `1${enter}`);
    await lab.sees("Enter 2 or more.");
    lab.press(`${clear}1,5${enter}`);
    await lab.sees("Enter a whole number in digits");
    lab.press(`${clear}12${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: 12 } });
    lab.mount.unmount();
  });

  it("for a word to type calls another one wrong before it is sent, and takes the word then", async () => {
    const lab = createLab();
    const word = { type: "string", maxLength: 200, pattern: "^\\s*delete\\s*$" };
    const answer = lab.askFor({ ...word, title: 'Type "delete" to confirm' }, true);
    await lab.answer('Type "delete" to confirm (required)', `yes${enter}`);
    await lab.sees('This is not "delete".');
    expect(lab.text()).not.toMatch(/200 characters|the format is checked/);
    lab.press(`${clear}delete${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "delete" } });
    lab.mount.unmount();
  });

  it("that was chosen looks like one that was typed", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", enum: ["red", "blue"] }, true);
    await lab.sees("2  blue");
    lab.press("2");
    await lab.sees("◇  X (required)\n│  blue\n");
    // What stood there is replaced: four lines, and the one with the cursor.
    expect(lab.raw()).toContain("\r\u001b[4A\u001b[J");
    await lab.answer("What next?", escape);
    // What was left is shown once more, not twice.
    await lab.sees(/\r\u001b\[\d+A\u001b\[J|Stop answering/);
    lab.press(escape);
    await lab.answer("What next?", enter);
    expect(await answer).toMatchObject({ content: { x: "blue" } });
    lab.mount.unmount();
  });

  it.each([20, 40])("keeps its errors and keys in line on %i columns", async (columns) => {
    const lab = createLab({ columns });
    void lab.askFor({ type: "string", format: "date-time" }, true);
    await lab.sees("X (required)");
    lab.press(`soon${enter}`);
    await lab.sees("offset.");
    expect(lab.text()).toMatch(/└ {2}Enter a[^\n]*\n {3}\w/);
    lab.mount.unmount();
    if (columns === 20) return;
    const list = createLab({ columns });
    void list.askFor({ type: "string", enum: many }, true);
    await list.sees("to search");
    expect(list.text()).not.toMatch(/^(?!│).*to search/m);
    list.mount.unmount();
  });

  it("with many options is searched, and finding nothing chooses nothing", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", enum: many });
    await lab.answer("X (optional)", "purple");
    await lab.sees("No matches found");
    lab.press(enter);
    await lab.sees("Choose an answer.");
    lab.press(`${clear}option-49`);
    await lab.sees("(11 matches)");
    lab.press(down + enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "option-490" } });
    lab.mount.unmount();
  });

  it("with many options is searched in other words, where they fit", async () => {
    const search = {
      label: "Suche:",
      matches: (count: number) => `(${count} gefunden)`,
      noMatches: "Nichts gefunden",
      keys: "Pfeile: wählen",
      tickKeys: (space: boolean) => (space ? "Leertaste, Tab: wählen" : "Tab: wählen"),
      ticked: (count: number) => `${count} gewählt`,
    };
    const lab = createLab({ terminal: { messages: { search } } });
    void lab.askFor({ type: "string", enum: many });
    await lab.answer("X (optional)", "purple");
    await lab.sees("Suche: purple█ (0 gefunden)");
    await lab.sees("Nichts gefunden");
    await lab.sees("│  Pfeile: wählen");
    lab.press(`${clear}option-49`);
    await lab.sees("(11 gefunden)");
    lab.mount.unmount();
    expect(lab.text()).not.toMatch(/Search|match|confirm/);

    const ticking = createLab({ terminal: { messages: { search } } });
    void ticking.askFor({ type: "array", items: { enum: many } });
    await ticking.sees("│  Tab: wählen");
    ticking.press(down);
    await ticking.sees("│  Leertaste, Tab: wählen");
    ticking.press(space + enter);
    await ticking.sees("│  1 gewählt");
    ticking.mount.unmount();
    expect(ticking.text()).not.toMatch(/Search|match|confirm|selected/);

    const wide = { ...search, keys: "Wählen ".repeat(20) };
    const narrow = createLab({ terminal: { messages: { search: wide } } });
    void narrow.askFor({ type: "string", enum: many });
    await narrow.sees("│  ↑/↓ to select • Enter: confirm • Type: to search");
    narrow.mount.unmount();
  });

  it("with a few options to tick keeps the order and the limits", async () => {
    const lab = createLab();
    const items = { type: "string", enum: ["a", "b", "c"] };
    const answer = lab.askFor({ type: "array", items, maxItems: 2 });
    await lab.answer("X (optional)", `${up}${space}${up}${space}${up}${space}${enter}`);
    await lab.sees("Choose at most 2.");
    // What was ticked stays ticked.
    await lab.answer("X (optional)", `${space}${enter}`);
    await lab.sees("X: c, b");
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: ["c", "b"] } });
    lab.mount.unmount();
  });

  it("tells options with one title apart", async () => {
    const lab = createLab();
    void lab.askFor({ type: "string", enum: ["1", "2"], enumNames: ["One", "One"] });
    await lab.sees(/1 {2}One \(1\)\s+│ +2 {2}One \(2\)/);
    lab.mount.unmount();
  });

  it("of several lines takes them all", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", maxLength: 1000, default: "one" });
    await lab.answer("X (optional)", `${enter}two${enter}${enter}four${tab}${enter}`);
    await lab.sees(/X:\s+│ +> one\s+│ +> two\s+│ +>\s+│ +> four/);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "one\ntwo\n\nfour" } });
    lab.mount.unmount();
  });

  it("that cannot be shown is explained and left out", async () => {
    const lab = createLab();
    const fields = { odd: { type: "object", title: "Address" }, ok: { type: "boolean" } };
    const answer = lab.ask({ message: "?", requestedSchema: form(fields) });
    await lab.sees(/"Address" cannot be shown here\. It is optional and\s+(│ +)?will be omitted\./);
    await lab.answer("Ok", down + enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { ok: true } });
    lab.mount.unmount();
  });

  it("described at length is shown in pages", async () => {
    const lab = createLab();
    const description = "Long. ".repeat(1700).trimEnd();
    void lab.askFor({ type: "string", description: `${description} The end.` });
    await lab.sees(/… \(\d,\d{3} more characters\) Space or Enter shows more\./);
    expect(lab.text()).not.toContain("The end.");
    await lab.readsTo("X");
    expect(lab.text()).toContain("The end.");
    expect(lab.text().match(/Long\./g)).toHaveLength(1700);
    lab.mount.unmount();
  });
});

describe("a form", () => {
  const fields = { first: { type: "string" }, second: { type: "integer" } };

  it("can be changed before it is sent", async () => {
    const lab = createLab();
    const answer = lab.ask({ message: "?", requestedSchema: form(fields) });
    await lab.answer("First", `a${enter}`);
    await lab.answer("Second", `1${enter}`);
    await lab.answer("What next?", down + enter);
    await lab.answer("Which field?", down + enter);
    await lab.answer("Second", `2${enter}`);
    await lab.sees("Second: 12");
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { first: "a", second: 12 } });
    lab.mount.unmount();
  });

  it.each([
    ["Escape", escape],
    ["Ctrl-C", ctrlC],
  ])("left with %s goes on where it was, with what was typed", async (_, key) => {
    const lab = createLab();
    const several = { ...fields, lines: { type: "string", maxLength: 900 } };
    const answer = lab.ask({ message: "?", requestedSchema: form(several) });
    await lab.answer("First", `half a wo${key}`);
    await lab.answer("Stop answering?", enter);
    await lab.sees("half a wo█");
    lab.press(`rd${enter}`);
    await lab.answer("Second", `x${key}`);
    await lab.answer("Stop answering?", enter);
    await lab.answer("Second", `${clear}7${enter}`);
    await lab.answer("Lines", `some${enter}lines${key}`);
    await lab.answer("Stop answering?", enter);
    await lab.sees("lines█");
    lab.press(`${tab}${key}`);
    await lab.answer("Stop answering?", enter);
    await lab.sees("lines█");
    lab.press(`${tab}${enter}`);
    await lab.answer("What next?", key);
    await lab.answer("Stop answering?", enter);
    await lab.answer("What next?", enter);
    expect(await answer).toMatchObject({
      content: { first: "half a word", second: 7, lines: "some\nlines" },
    });
    lab.mount.unmount();
  });

  it("without fields still asks before it agrees", async () => {
    const lab = createLab();
    const answer = lab.ask({ message: "Sure?", requestedSchema: form({}) });
    await lab.answer("Only your agreement will be sent.", enter);
    await lab.sees("Choose an answer.");
    lab.press("a");
    expect(await answer).toEqual({ action: "accept", content: {} });
    lab.mount.unmount();
  });

  it.each([20, 40])("fits into %i columns", async (columns) => {
    const lab = createLab({ columns });
    const long = "A rather long title of a field that has to be wrapped somewhere";
    const answer = lab.ask({
      message: `Supercalifragilisticexpialidocious ${"漢字".repeat(30)} ${long}`,
      requestedSchema: form({
        a: { type: "string", title: long, description: long },
        b: { type: "string", enum: ["x", long] },
      }),
    });
    await lab.readsTo("A rather");
    lab.press(enter);
    await lab.readsTo("B");
    lab.press(enter);
    await lab.readsTo("What next");
    const width = (line: string): number =>
      [...line].reduce(
        (sum, char) => sum + (char > "\u1100" && char < "\ua000" ? (char < "\u2e80" ? 1 : 2) : 1),
        0,
      );
    const wide = lab
      .text()
      .split(/[\r\n]/)
      .filter((line) => width(line) > columns);
    expect(wide).toEqual([]);
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: {} });
    lab.mount.unmount();
  });
});

describe("askForm", () => {
  const ask = (schema: object, options: AskFormOptions = {}) => {
    const tty = createFakeTty();
    return {
      ...tty,
      asked: askForm(createForm(schema), { input: tty.input, output: tty.output, ...options }),
    };
  };

  it("gives the content, and names the ways out as it is told", async () => {
    const { asked, ...tty } = ask(form({ dir: { type: "string" } }, ["dir"]), {
      title: "clean_up needs:",
      review: "always",
      exitActions: { send: "Call it", decline: false, cancel: "Back to the list" },
    });
    await tty.sees("clean_up needs:");
    await tty.answer("Dir", `tmp${escape}`);
    await tty.sees("Stop answering?");
    await tty.sees("Back to the list");
    expect(tty.text()).not.toContain("Decline");
    tty.press(enter);
    await tty.answer("Dir", enter);
    await tty.sees("Call it");
    await tty.answer("What next?", enter);
    expect(await asked).toEqual({ action: "accept", content: { dir: "tmp" } });
    expect(tty.input.isRaw).toBe(false);
  });

  it("can be declined, cancelled, interrupted and taken away", async () => {
    const schema = form({ dir: { type: "string" } });
    const declined = ask(schema);
    await declined.answer("Dir", escape);
    await declined.answer("Stop answering?", down + enter);
    expect(await declined.asked).toEqual({ action: "decline" });

    const interrupted = ask(schema);
    await interrupted.answer("Dir", ctrlC + ctrlC);
    expect(await interrupted.asked).toEqual({ action: "cancel", interrupted: true });

    const over = new AbortController();
    const taken = ask(schema, { signal: over.signal });
    await taken.sees("Dir");
    over.abort();
    expect(await taken.asked).toEqual({ action: "cancel" });
    expect(taken.input.isRaw).toBe(false);
    expect(taken.input.listenerCount("data")).toBe(0);
  });

  it("offers only the ways out where a required field cannot be shown", async () => {
    const { asked, ...tty } = ask(
      form({ odd: { type: "object" }, ok: { type: "boolean" } }, ["odd"]),
    );
    await tty.sees('"Odd" cannot be shown here, and the server requires it.');
    await tty.sees(/◆ +What next\?\s+│ +d {2}Decline\s+│ +n {2}Not now/);
    expect(tty.text()).not.toMatch(/Send|Edit/);
    tty.press("d");
    expect(await asked).toEqual({ action: "decline" });
  });

  it("throws without a terminal", async () => {
    const { input, output } = createFakeTty();
    output.isTTY = false;
    await expect(askForm(createForm(form({})), { input, output })).rejects.toThrow(NoTerminalError);
  });
});
