import { describe, expect, it, vi } from "vitest";

import { useFastClock } from "../fast-clock.js";
import { createLab as createReviewed, form, KEYS, type Lab } from "./lab.js";

useFastClock();

const { enter, escape, left, right, down, ctrlC } = { ...KEYS, right: "\u001b[C" };

/** As by default: a review only where it shows something new. */
const createLab: typeof createReviewed = (options = {}) =>
  createReviewed({ ...options, terminal: { review: "auto", ...options.terminal } });

/** The keys that somebody pressed, and what the server got. */
async function answerWith(
  field: object,
  keys: readonly string[],
  required = true,
  lab: Lab = createLab(),
): Promise<unknown> {
  const answer = lab.askFor({ title: "Well", ...field }, required);
  await lab.sees(/◆ +Well/);
  for (const key of keys) lab.press(key);
  const result = await answer;
  lab.mount.unmount();
  return result;
}

const accepted = (x: unknown) => ({ action: "accept", content: { x } });

describe("a lone yes or no", () => {
  it.each([
    ["y", true],
    ["Y", true],
    ["n", false],
    ["N", false],
  ])("is answered by %s alone", async (key, value) => {
    expect(await answerWith({ type: "boolean" }, [key])).toEqual(accepted(value));
  });

  it.each([
    ["right", [right, enter], true],
    ["right twice", [right, right, enter], false],
    ["left", [left, enter], false],
  ])("is answered by arrows (%s) and Enter as well", async (_, keys, value) => {
    expect(await answerWith({ type: "boolean" }, keys)).toEqual(accepted(value));
  });

  it("has the letters of its language, or numbers where they are the same", async () => {
    const german = createLab({ terminal: { messages: { yes: "Ja", no: "Nein" } } });
    expect(await answerWith({ type: "boolean" }, ["y", "j"], true, german)).toEqual(accepted(true));
    const same = createLab({ terminal: { messages: { yes: "On", no: "Off" } } });
    expect(await answerWith({ type: "boolean" }, ["o", "2"], true, same)).toEqual(accepted(false));
  });

  it.each([true, false])("is not answered by Enter (required: %s)", async (required) => {
    const lab = createLab();
    const answer = lab.askFor({ type: "boolean" }, required);
    await lab.answer("X", enter);
    await lab.sees(required ? "This is required." : "Choose an answer.");
    lab.press(required ? "n" : "0");
    expect(await answer).toEqual(required ? accepted(false) : { action: "accept", content: {} });
    lab.mount.unmount();
  });

  it("of a plain confirmation repeats no label: its message is the question", async () => {
    const lab = createLab();
    const requestedSchema = form({ confirm: { type: "boolean", title: "Yes" } }, ["confirm"]);
    const answer = lab.ask({ message: "Delete 3 files?", requestedSchema });
    await lab.sees(/> Delete 3 files\?[^]*◆ {2}Yes \/ No\n/);
    expect(lab.text()).not.toContain("required");
    lab.press("y");
    expect(await answer).toEqual({ action: "accept", content: { confirm: true } });
    lab.mount.unmount();
  });

  it("does not take the server's suggestion for the user's answer", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "boolean", default: true });
    await lab.answer("X", enter);
    await lab.sees("Choose an answer.");
    lab.press("y");
    expect(await answer).toEqual(accepted(true));
    expect(await answerWith({ type: "boolean", default: true }, ["n"])).toEqual(accepted(false));
  });
});

describe("a lone choice", () => {
  const nine = { type: "string", enum: [..."abcdefghi"] };

  it("among nine is answered by one digit", async () => {
    expect(await answerWith(nine, ["9"])).toEqual(accepted("i"));
    expect(await answerWith(nine, [down, down, enter])).toEqual(accepted("b"));
  });

  it("among ten to fifteen is a list, and Enter sends", async () => {
    const ten = { type: "string", enum: [..."abcdefghij"] };
    expect(await answerWith(ten, ["3", down, down, enter])).toEqual(accepted("b"));
  });

  it("among more is searched, and Enter sends", async () => {
    const many = Array.from({ length: 40 }, (_, index) => `option-${index}`);
    const lab = createLab();
    const answer = lab.askFor({ type: "string", enum: many }, true);
    await lab.answer("X (required)", "option-37");
    await lab.sees("(1 match)");
    lab.press(enter);
    expect(await answer).toEqual(accepted("option-37"));
    lab.mount.unmount();
  });

  it.each([
    ["nine", [..."abcdefghi"]],
    ["ten", [..."abcdefghij"]],
  ])("among %s that the server has made is not sent by one Enter", async (_, options) => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string", enum: options, default: "b" }, true);
    await lab.answer("X (required)", enter);
    await lab.sees("Check your answer: one value was suggested by the server.");
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    await lab.answer("What next?", "d");
    expect(await answer).toEqual({ action: "decline" });
    lab.mount.unmount();
  });

  it("shows its keys when ? is pressed", async () => {
    const lab = createLab();
    void lab.askFor(nine, true);
    await lab.answer("X (required)", "?");
    await lab.sees("? shows this");
    lab.mount.unmount();
  });
});

describe("other forms", () => {
  const two = { name: { type: "string" }, age: { type: "integer", minimum: 1, maximum: 60 } };

  it("are sent with the Enter of the last field", async () => {
    const lab = createLab();
    const answer = lab.ask({ message: "?", requestedSchema: form(two) });
    await lab.answer("Name", `Ann${enter}`);
    await lab.answer("Age", `33${enter}`);
    expect(await answer).toEqual({ action: "accept", content: { name: "Ann", age: 33 } });
    await lab.sees("Sent.");
    expect(lab.text()).not.toContain("Check your answer");
    expect(lab.text()).toContain("1 to 60");
    lab.mount.unmount();
  });

  it.each([
    [
      { name: { type: "string", default: "A" }, age: { type: "integer", default: 3 } },
      "Check your answer: 2 values were suggested by the server.",
    ],
    [{ name: { type: "string" }, pin: { type: "string", title: "Password" } }, "contain a secret."],
  ])("are reviewed with a reason, and it is said", async (properties, reason) => {
    const lab = createLab();
    void lab.ask({ message: "?", requestedSchema: form(properties) });
    await lab.answer("Name", enter);
    await lab.answer(
      "age" in properties ? "Age" : "Password",
      "age" in properties ? enter : `x${enter}`,
    );
    await lab.sees(reason);
    if ("age" in properties) await lab.sees("Age: 3 (suggested by the server)");
    await lab.sees("s  Send");
    lab.mount.unmount();
  });

  it("are reviewed always or never where that is said", async () => {
    const never = createLab({ terminal: { review: "never" } });
    const field = { type: "string", default: "A" };
    expect(await answerWith(field, [enter], true, never)).toEqual(accepted("A"));
    const always = createLab({ terminal: { review: "always" } });
    const answer = always.askFor({ type: "boolean" }, true);
    await always.answer("X", "y");
    await always.sees("Check your answer:");
    await always.answer("What next?", "s");
    expect(await answer).toEqual(accepted(true));
    always.mount.unmount();
  });

  it("show what a date and time is sent as, with the offset of that day", async () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    for (const [typed, sent] of [
      ["2026-07-01 09:30", "2026-07-01T09:30:00+02:00"],
      ["2026-01-01 09:30", "2026-01-01T09:30:00+01:00"],
    ]) {
      const lab = createLab();
      const answer = lab.askFor({ type: "string", format: "date-time" }, true);
      await lab.sees("in Europe/Berlin");
      expect(lab.text()).not.toMatch(/UTC[+-]|\+0[12]:00/);
      lab.press(typed + enter);
      await lab.sees(`Will be sent as ${sent}`);
      expect(await answer).toEqual(accepted(sent));
      lab.mount.unmount();
    }
    vi.unstubAllEnvs();
  });

  it.each(["Z", "+00:00"])("call an offset of %s UTC, once", async (timeZoneOffset) => {
    const lab = createLab({ terminal: { timeZoneOffset } });
    void lab.askFor({ type: "string", format: "date-time" });
    await lab.sees("in UTC");
    expect(lab.text().match(/UTC/g)).toHaveLength(1);
    lab.mount.unmount();
  });

  it("say beforehand that a format is checked, and never show a regular expression", async () => {
    const lab = createLab();
    const answer = lab.askFor({
      type: "string",
      pattern: "^[A-Z]{2}\\d{4}$",
      description: "Two letters and four digits, such as AB1234.",
    });
    await lab.sees(/such as AB1234\.[^]*X \(optional\)[^]*the format is checked/);
    lab.press(`nope${enter}`);
    await lab.sees("Enter it in the format that the server asks for.");
    lab.press(`${KEYS.clear}AB1234${enter}`);
    expect(await answer).toEqual(accepted("AB1234"));
    expect(lab.text()).not.toContain("[A-Z]");
    lab.mount.unmount();
  });

  it.each([
    ["Escape", escape],
    ["Ctrl-C", ctrlC],
  ])("ask before typed text is lost to %s, and go on with it", async (_, key) => {
    const lab = createLab();
    const answer = lab.ask({ message: "?", requestedSchema: form(two) });
    await lab.answer("Name", `Ann${key}`);
    await lab.answer("Stop answering? What you have entered will be lost.", escape);
    await lab.sees("Ann█");
    lab.press(enter);
    await lab.answer("Age", enter);
    expect(await answer).toEqual({ action: "accept", content: { name: "Ann" } });
    lab.mount.unmount();
  });
});

describe("above a question", () => {
  it("the keys and the time are explained once", async () => {
    const lab = createLab();
    for (let number = 0; number < 2; number++) {
      const answer = lab.askFor({ type: "boolean" }, true);
      await lab.answer("X (required)", "y");
      await answer;
    }
    await lab.sees("Sent.");
    expect(lab.text().match(/Esc or Ctrl-C: decline or leave/g)).toHaveLength(1);
    expect(lab.text().match(/Ctrl-C again: stop the program/g)).toHaveLength(1);
    expect(lab.text().match(/In a choice: its key/g)).toHaveLength(1);
    expect(lab.text().match(/minutes to answer/g)).toHaveLength(1);
    // Heading, message, field.
    const second = lab.text().split("Bistro asks:")[2]!.split("◆")[0]!;
    expect(second.split("\n").filter((line) => /\w/.test(line))).toEqual(["│  > Please."]);
    lab.mount.unmount();
  });

  it("the keys of a choice are explained with the first one, and how to read on where a question is longer than the screen", async () => {
    const lab = createLab();
    const text = lab.askFor({ type: "string" }, true);
    await lab.answer("X (required)", `?${enter}`);
    expect(await text).toMatchObject({ content: { x: "?" } });
    expect(lab.text()).not.toMatch(/In a choice|shows more/);
    const choice = lab.ask({
      message: "long ".repeat(1_000),
      requestedSchema: form({ x: { type: "boolean" } }),
    });
    await lab.sees(/more characters\) Space or Enter shows more\.$/);
    await lab.readsTo("X");
    expect(lab.text()).toMatch(/In a choice: its key/);
    await lab.answer("X (optional)", "y");
    await choice;
    lab.mount.unmount();
  });

  it("a server has its own title where the host gives one, marked once, and checked", async () => {
    let title: string | undefined;
    const lab = createLab({ terminal: { serverTitle: () => title } });
    const ask = async (): Promise<void> => {
      const answer = lab.askFor({ type: "boolean" }, true);
      await lab.answer("X (required)", "y");
      await answer;
    };
    await ask();
    expect(lab.text()).toContain("Bistro asks:");
    title = "The \u001b[2JBistro";
    await ask();
    await ask();
    const text = lab.text();
    expect(text.match(/The \[2JBistro asks:/g)).toHaveLength(2);
    expect(text.match(/gives itself this name\. You started it as Bistro\./g)).toHaveLength(1);
    title = "G\u0456tHub";
    await ask();
    expect(lab.text()).toContain("! This server's name mixes alphabets and can imitate another.");
    lab.mount.unmount();
  });
});
