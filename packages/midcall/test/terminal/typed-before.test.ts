import { describe, expect, it, vi } from "vitest";

import { createKeyGuard } from "../../src/terminal/input/key-guard.js";
import { createLab as createReviewed, form, KEYS, type Lab } from "./lab.js";

const { enter } = KEYS;
const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;
const createLab = (): Lab => createReviewed({ terminal: { review: "auto" } });

/** Waits until text is on the screen, whether the prompt takes keys or not. */
const isWritten = (lab: Lab, text: string): Promise<void> =>
  vi.waitFor(() => expect(lab.text()).toContain(text), { interval: 1 });

describe("a question is not answered by", () => {
  it.each([
    ["a key", "y"],
    ["keys and Enter", `yn${enter}`],
    ["a paste", pasted(`y${enter}`)],
    ["arrows and Enter", KEYS.down + enter],
  ])("%s that came before it was there", async (_, keys) => {
    const lab = createLab();
    lab.press(keys);
    const answer = lab.askFor({ type: "boolean" }, true);
    lab.press(keys);
    await isWritten(lab, "Bistro asks:");
    lab.press(keys);
    await isWritten(lab, "X (required)");
    lab.press(keys);
    await lab.sees(/^(?![^]*Sent)/);
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press("n");
    expect(await answer).toEqual({ action: "accept", content: { x: false } });
    lab.mount.unmount();
  });

  it("a paste, or several keys at once, when it is there", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "boolean" }, true);
    await lab.sees("X (required)");
    for (const keys of [pasted("y"), "yes", "yy", "ny"]) lab.press(keys);
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press("n");
    expect(await answer).toEqual({ action: "accept", content: { x: false } });
    lab.mount.unmount();
  });

  it("the key that answered the one before, held down", async () => {
    const lab = createLab();
    const first = lab.askFor({ type: "boolean" }, true);
    const second = lab.ask({ message: "And?", requestedSchema: form({ z: { type: "boolean" } }) });
    await lab.answer("X (required)", "y");
    const held = setInterval(() => lab.press("y"), 30);
    expect(await first).toEqual({ action: "accept", content: { x: true } });
    await isWritten(lab, "Z (optional)");
    // Nothing must come of it, so there is no event to wait for.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    clearInterval(held);
    await lab.sees(/^(?![^]*Sent)/);
    lab.press("n");
    expect(await second).toEqual({ action: "accept", content: { z: false } });
    lab.mount.unmount();
  });
});

describe("keys of a prompt", () => {
  const setUp = (needsQuiet: boolean, refusesRepeat: boolean) => {
    vi.useFakeTimers();
    const passed: string[] = [];
    const onListen = vi.fn();
    const guard = createKeyGuard(onListen);
    const press = (name: string): void => {
      guard.receive();
      guard.press({ name }, () => passed.push(name));
    };
    const begin = (): void => guard.begin(needsQuiet, refusesRepeat);
    begin();
    return { passed, onListen, guard, press, begin };
  };

  it("count once nothing was typed for a moment", () => {
    const { passed, onListen, press } = setUp(true, false);
    for (let time = 0; time < 1000; time += 100) {
      press("a");
      vi.advanceTimersByTime(100);
    }
    expect([passed, onListen.mock.calls]).toEqual([[], []]);
    vi.advanceTimersByTime(150);
    expect(onListen).toHaveBeenCalledOnce();
    press("b");
    press("b");
    expect(passed).toEqual(["b", "b"]);
    vi.useRealTimers();
  });

  it("count at once where that is not needed", () => {
    const { passed, press } = setUp(false, false);
    press("a");
    expect(passed).toEqual(["a"]);
    vi.useRealTimers();
  });

  it("do not count while they repeat the one that ended the prompt before", () => {
    const { passed, press, guard, begin } = setUp(false, true);
    press("return");
    guard.end();
    begin();
    // Keyboards wait for half a second before they repeat.
    vi.advanceTimersByTime(500);
    for (let repeat = 0; repeat < 50; repeat++) {
      press("return");
      vi.advanceTimersByTime(33);
    }
    expect(passed).toEqual(["return"]);
    vi.advanceTimersByTime(500);
    press("return");
    expect(passed).toEqual(["return", "return"]);
    vi.useRealTimers();
  });

  it("count, pressed twice by hand, after a moment or with the next key", () => {
    const { passed, press, guard, begin } = setUp(false, true);
    press("return");
    guard.end();
    begin();
    press("return");
    expect(passed).toEqual(["return"]);
    vi.advanceTimersByTime(150);
    expect(passed).toEqual(["return", "return"]);
    guard.end();
    begin();
    press("return");
    press("a");
    expect(passed).toEqual(["return", "return", "return", "a"]);
    vi.useRealTimers();
  });
});
