import { describe, expect, it } from "vitest";

import { createForm } from "../../src/form/index.js";
import { askForm, acquireInput } from "../../src/terminal/index.js";
import { pass, useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS } from "./lab.js";

useFastClock();

const { enter, escape, down } = KEYS;
const dir = form({ dir: { type: "string" } }, ["dir"]);
const params = { message: "May I?", requestedSchema: form({ x: { type: "string" } }) };
/** For what must not be written: longer than any prompt waits. */
const moment = (): Promise<void> => pass(1000);

// A server that asked while the person filled in a form of the program's own got the same Enter as an
// answer: "Call it" was "Send" as well.
describe("prompts on one input", () => {
  it("take turns: a question waits until a form of the program's own is done", async () => {
    const lab = createLab();
    const asked = askForm(createForm(dir), { input: lab.input, output: lab.output });
    await lab.sees("Dir (required)");
    const answer = lab.ask(params);
    await moment();
    expect(lab.text()).not.toContain("May I?");
    lab.press(`old${enter}`);
    expect(await asked).toEqual({ action: "accept", content: { dir: "old" } });
    await lab.sees("May I?");
    await lab.answer("X (optional)", escape);
    await lab.answer("Stop answering?", down + enter);
    expect(await answer).toEqual({ action: "decline" });
    lab.mount.unmount();
  });

  it("take turns: a form waits for the question that is open", async () => {
    const lab = createLab();
    const answer = lab.ask(params);
    await lab.sees("X (optional)");
    const asked = askForm(createForm(dir), { input: lab.input, output: lab.output });
    await moment();
    expect(lab.text()).not.toContain("Dir (required)");
    lab.press(`yes${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { x: "yes" } });
    await lab.answer("Dir (required)", `old${enter}`);
    expect(await asked).toEqual({ action: "accept", content: { dir: "old" } });
    lab.mount.unmount();
  });

  it("wait for one of the program's own, and for none that is over", async () => {
    const lab = createLab();
    const release = await acquireInput(lab.input);
    const over = new AbortController();
    const withdrawn = lab.ask({ ...params, message: "Never mind." }, "A", over.signal);
    const given = new AbortController();
    const { input, output } = lab;
    const left = askForm(createForm(dir), { input, output, signal: given.signal });
    const answer = lab.ask(params, "B");
    await moment();
    over.abort();
    given.abort();
    expect((await withdrawn).action).toBe("cancel");
    expect(await left).toEqual({ action: "cancel" });
    await moment();
    expect(lab.text()).not.toContain("asks:");
    release();
    await lab.sees("May I?");
    expect(lab.text()).not.toContain("Never mind.");
    lab.mount.unmount();
    expect((await answer).action).toBe("cancel");
  });
});
