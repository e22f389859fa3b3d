import { describe, expect, it, vi } from "vitest";

import {
  createKeyGuard,
  type GuardedPrompt,
  LONG_QUIET_MS,
  LONGEST_WAIT_MS,
  QUIET_MS,
} from "../../src/terminal/input/key-guard.js";
import { pass, useFastClock } from "../fast-clock.js";
import { createLab as createReviewed, form, KEYS, type Lab } from "./lab.js";

useFastClock();

const { enter } = KEYS;
const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;
const createLab = (): Lab => createReviewed({ terminal: { review: "auto" } });

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
    await lab.shows("Bistro asks:");
    lab.press(keys);
    await lab.shows("X (required)");
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
    await lab.shows("Z (optional)");
    await pass(500);
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    clearInterval(held);
    await lab.sees(/^(?![^]*Sent)/);
    lab.press("n");
    expect(await second).toEqual({ action: "accept", content: { z: false } });
    lab.mount.unmount();
  });
});

// A key that was meant for the question before, or that was pressed twice, answered the next question 0.17 s after it had
// appeared.
describe("a question that follows another at once is not answered by", () => {
  const yesNo = (message: string): object => ({
    message,
    requestedSchema: form({ z: { type: "boolean" } }, ["z"]),
  });
  const choice = (message: string): object => ({
    message,
    requestedSchema: form({ z: { enum: ["a", "b"] } }, ["z"]),
  });
  const note = (message: string): object => ({
    message,
    requestedSchema: form({ z: { type: "string" } }),
  });
  /** Less time than it takes to read a question, and more than it takes to press a key twice. */
  const soon = (): Promise<void> => pass(250);

  it("a key that was meant for one that was withdrawn", async () => {
    const lab = createLab();
    const over = new AbortController();
    void lab.ask(yesNo("Show a preview?"), "Bistro", over.signal);
    await lab.sees("Z (required)");
    const second = lab.ask(yesNo("Delete everything?"));
    over.abort();
    await lab.shows("Delete everything?");
    await soon();
    lab.press("y");
    await lab.takesEveryKey();
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press("n");
    expect(await second).toEqual({ action: "accept", content: { z: false } });
    lab.mount.unmount();
  });

  it("text and Enter that were meant for one that was withdrawn", async () => {
    const lab = createLab();
    const over = new AbortController();
    void lab.ask(note("Your name?"), "Bistro", over.signal);
    await lab.sees("Z (optional)");
    lab.press("de");
    const second = lab.ask(note("What to delete?"));
    over.abort();
    await lab.shows("What to delete?");
    await soon();
    for (const key of ["a", "l", "l", enter]) lab.press(key);
    await lab.takesEveryKey();
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press(`none${enter}`);
    expect(await second).toEqual({ action: "accept", content: { z: "none" } });
    lab.mount.unmount();
  });

  it.each([
    ["a yes", yesNo, "y", "n", false],
    ["a number", choice, "1", "2", "b"],
  ] as const)("%s that was pressed twice", async (_, question, key, other, value) => {
    const lab = createLab();
    const first = lab.ask(question("First?"));
    const second = lab.ask(question("Second?"));
    await lab.sees("Z (required)");
    lab.press(key);
    expect((await first).action).toBe("accept");
    await lab.shows("Second?");
    await soon();
    lab.press(key);
    await lab.takesEveryKey();
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press(other);
    expect(await second).toEqual({ action: "accept", content: { z: value } });
    lab.mount.unmount();
  });

  it("an Enter that was pressed twice, but takes text at once", async () => {
    const lab = createLab();
    const first = lab.ask(note("First?"));
    const second = lab.ask(note("Second?"));
    await lab.sees("Z (optional)");
    lab.press(enter);
    expect((await first).action).toBe("accept");
    await lab.sees(/Second\?[^]*Z \(optional\)/);
    lab.press(enter);
    lab.press("x");
    await lab.sees("x█");
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press(enter);
    expect(await second).toEqual({ action: "accept", content: { z: "x" } });
    lab.mount.unmount();
  });

  it("an Enter that was pressed twice at the last field of a form that is reviewed", async () => {
    const lab = createReviewed();
    const answer = lab.ask(note("Note?"));
    await lab.answer("Z (optional)", `x${enter}`);
    await lab.shows("What next?");
    await soon();
    lab.press(enter);
    await lab.takesEveryKey();
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: { z: "x" } });
    lab.mount.unmount();
  });
});

describe("keys of a prompt", () => {
  /** A guard, and what has passed; `begin` begins the prompt after one that a key has ended. */
  const setUp = (first: Partial<GuardedPrompt>) => {
    const passed: string[] = [];
    const onListen = vi.fn();
    const onAll = vi.fn();
    const guard = createKeyGuard({}, { onListen, onAll });
    const press = (name: string): void => {
      guard.noteInput();
      guard.press({ name }, () => passed.push(name));
    };
    const begin = (prompt: Partial<GuardedPrompt>): void => {
      onListen.mockClear();
      guard.begin({ isFirst: false, mode: "line", ...prompt });
    };
    begin(first);
    return { passed, onListen, onAll, guard, press, begin };
  };
  const isPick = { mode: "pick" } as const;
  const nextQuestion = { ...isPick, isFirst: true };

  it("count once nothing was typed for a moment", () => {
    const { passed, onListen, press } = setUp({ isFirst: true });
    for (let time = 0; time < 1000; time += 100) {
      press("a");
      vi.advanceTimersByTime(100);
    }
    expect([passed, onListen.mock.calls]).toEqual([[], []]);
    vi.advanceTimersByTime(QUIET_MS);
    expect(onListen.mock.calls).toEqual([[true]]);
    press("b");
    press("b");
    expect(passed).toEqual(["b", "b"]);
  });

  it("count at once where that is not needed", () => {
    const { passed, press } = setUp({});
    press("a");
    expect(passed).toEqual(["a"]);
  });

  it.each([
    ["has followed an answer", false],
    ["has replaced another", true],
  ])("wait longer for a question that %s", (_, isGone) => {
    const { passed, onListen, press, guard, begin } = setUp({});
    press("y");
    guard.end(isGone);
    begin(nextQuestion);
    vi.advanceTimersByTime(LONG_QUIET_MS - 1);
    for (const key of ["y", "n"]) press(key);
    vi.advanceTimersByTime(LONG_QUIET_MS - 1);
    expect([passed, onListen.mock.calls]).toEqual([["y"], []]);
    vi.advanceTimersByTime(1);
    expect(onListen.mock.calls).toEqual([[true]]);
    press("n");
    expect(passed).toEqual(["y", "n"]);
  });

  it("wait no longer if the question before is long gone", () => {
    const { passed, press, guard, begin } = setUp({});
    guard.end(true);
    vi.advanceTimersByTime(5000);
    begin(nextQuestion);
    vi.advanceTimersByTime(QUIET_MS);
    press("y");
    expect(passed).toEqual(["y"]);
  });

  it("do not wait for the long time without end", () => {
    const { passed, press, guard, begin } = setUp({});
    guard.end(true);
    begin(nextQuestion);
    for (let time = 0; time < LONGEST_WAIT_MS; time += 100) {
      press("y");
      vi.advanceTimersByTime(100);
    }
    press("y");
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(QUIET_MS);
    press("y");
    expect(passed).toEqual(["y"]);
  });

  it("do not count while they repeat the one that ended the prompt before", () => {
    const { passed, press, guard, begin } = setUp({});
    press("return");
    guard.end(false);
    begin(isPick);
    // Keyboards wait for half a second before they repeat.
    vi.advanceTimersByTime(500);
    for (let repeat = 0; repeat < 200; repeat++) {
      press("return");
      vi.advanceTimersByTime(33);
    }
    expect(passed).toEqual(["return"]);
    vi.advanceTimersByTime(LONG_QUIET_MS);
    press("return");
    vi.advanceTimersByTime(QUIET_MS);
    expect(passed).toEqual(["return", "return"]);
  });

  it("count after the longer time, or another key, if they were pressed twice", () => {
    const { passed, press, guard, begin, onListen, onAll } = setUp({});
    press("return");
    guard.end(false);
    begin(isPick);
    vi.advanceTimersByTime(QUIET_MS);
    expect(onListen.mock.calls).toEqual([[false]]);
    press("return");
    vi.advanceTimersByTime(LONG_QUIET_MS);
    expect(onAll).toHaveBeenCalledOnce();
    press("return");
    vi.advanceTimersByTime(QUIET_MS);
    expect(passed).toEqual(["return", "return"]);
    guard.end(false);
    begin(isPick);
    vi.advanceTimersByTime(QUIET_MS);
    press("down");
    press("return");
    expect(passed).toEqual(["return", "return", "down", "return"]);
    expect(onAll).toHaveBeenCalledTimes(2);
  });
});
