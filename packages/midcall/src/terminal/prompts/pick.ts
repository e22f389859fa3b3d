import { promptLibrary } from "../prompt-library.js";
import type { Readable } from "node:stream";
import type { KeyPress } from "../input/key-press.js";
import type { TerminalMessages } from "../messages.js";
import { bold, cyan, dim, green, yellow } from "../output/style.js";
import type { Screen } from "../output/screen.js";
import { widthOf, wrapText } from "../output/wrap-text.js";

const { S_BAR, S_STEP_ACTIVE, S_STEP_SUBMIT } = promptLibrary;

/** An option that one key chooses. */
export interface KeyChoice<T> {
  readonly value: T;
  readonly label: string;
  /** One character, in lower case. */
  readonly key: string;
}

/** Options of a choice by key. */
export interface PickOptions<T> {
  /** What Enter chooses before an arrow key was pressed; nothing if it is not one of the choices. */
  readonly initial?: T | undefined;
  /** Returns the error of a choice, or `undefined` if it is valid. */
  readonly check?: ((value: T) => string | undefined) | undefined;
  /** Whether it leads out of the question, and so may come before all of it was read. */
  readonly isExit?: boolean | undefined;
  /** The result of Enter where nothing is chosen; default: it says that something must be chosen. */
  readonly onEmpty?: (() => { readonly value: T } | { readonly error: string }) | undefined;
}

interface PickParts {
  readonly screen: Screen;
  readonly keys: Readable;
  readonly messages: Pick<TerminalMessages, "chooseOne" | "choiceKeys" | "wrongKey">;
  readonly signal: AbortSignal;
}

const CLEAR_LINE = "\r\u001b[K";
const BACK = new Set(["up", "left"]);
const ON = new Set(["down", "right"]);

/**
 * Writes the choices, and below them a line for what is chosen, which is written again for each key. An answer replaces them, and
 * a prompt that was left is removed. Resolves with `undefined` if the prompt was left or closed.
 */
export function pick<T>(
  message: string,
  choices: readonly KeyChoice<T>[],
  { initial, check, onEmpty }: PickOptions<T>,
  { screen, keys, messages, signal }: PickParts,
): Promise<T | undefined> {
  let at = choices.findIndex(({ value }) => value === initial);
  let isKeyTold = false;
  const columns = (): number => screen.stream.columns;
  const width = columns();
  /** How many lines were written. */
  let written = 0;
  const write = (text: string): void => {
    written += text.split("\n").length - 1;
    screen.stream.write(text);
  };
  const [title = "", ...rest] = wrapText(message, width - 4);
  const heading = (symbol: string): string =>
    [
      `${dim(S_BAR)}\n${symbol}  ${title}\n`,
      ...rest.map((line) => `${dim(S_BAR)}  ${line}\n`),
    ].join("");
  write(heading(cyan(S_STEP_ACTIVE)));
  for (const { key, label } of choices) {
    const lines = wrapText(label, columns() - 8);
    lines.forEach((line, index) =>
      write(`${dim(S_BAR)}  ${index === 0 ? bold(key) : " "}  ${line}\n`),
    );
  }
  const showChosen = (): void => {
    const chosen = choices[at]?.label ?? "";
    write(`${CLEAR_LINE}${dim(S_BAR)}  › ${cut(chosen, columns() - 8)}`);
  };
  const say = (text: string): void => {
    const lines = wrapText(text, columns() - 4);
    write(CLEAR_LINE + lines.map((line) => `${dim(S_BAR)}  ${yellow(line)}\n`).join(""));
    showChosen();
  };
  showChosen();

  return new Promise((resolve) => {
    const end = (value: T | undefined, remains: string): void => {
      keys.off("keypress", pressed);
      signal.removeEventListener("abort", close);
      // What has scrolled out of the screen, or was wrapped again, cannot be replaced.
      const isWhole = written < screen.stream.rows && columns() === width;
      write(isWhole ? `\r\u001b[${written}A\u001b[J${remains}` : "\n");
      resolve(value);
    };
    const answer = (value: T): void => {
      const label = choices.find((choice) => choice.value === value)?.label ?? "";
      end(
        value,
        `${heading(green(S_STEP_SUBMIT))}${dim(S_BAR)}  ${dim(cut(label, columns() - 8))}\n`,
      );
    };
    /** It is written again if the user returns to it. */
    const leave = (): void => end(undefined, "");
    const close = (): void => end(undefined, heading(dim(S_STEP_SUBMIT)));
    const choose = (index: number): void => {
      if (at !== index) {
        at = index;
        showChosen();
      }
      const { value } = choices[index]!;
      const error = check?.(value);
      if (error === undefined) answer(value);
      else say(error);
    };
    const pressed = (text: string | undefined, { name = "" }: KeyPress): void => {
      if (name === "escape") return leave();
      if (name === "return") {
        if (at >= 0) return choose(at);
        const empty = onEmpty?.() ?? { error: messages.chooseOne };
        return "value" in empty ? answer(empty.value) : say(empty.error);
      }
      if (BACK.has(name) || ON.has(name)) {
        const from = at < 0 && BACK.has(name) ? 0 : at;
        isKeyTold = false;
        at = (from + (ON.has(name) ? 1 : -1) + choices.length) % choices.length;
        return showChosen();
      }
      if (text === "?") return say(messages.choiceKeys);
      const index = choices.findIndex(({ key }) => key === text?.toLowerCase());
      if (index >= 0) return choose(index);
      // Said once, not for each of many keys.
      if (!isKeyTold) say(messages.wrongKey(choices.map(({ key }) => key.toUpperCase())));
      isKeyTold = true;
    };
    keys.on("keypress", pressed);
    signal.addEventListener("abort", close, { once: true });
    if (signal.aborted) close();
  });
}

/** Letters that have no key: those of Chinese, Japanese and Korean; and of Arabic, whose keyboards also write Latin. */
const WITHOUT_KEY = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Arab}]/u;

/** A key for each label: its first letter, or, if two begin with the same one or one has no key, its number. */
export function withKeys<T>(
  choices: readonly { readonly value: T; readonly label: string }[],
): KeyChoice<T>[] {
  const letters = choices.map(({ label }) => Array.from(label)[0]?.toLowerCase() ?? "");
  const areKeys =
    letters.every((letter) => /^\p{L}$/u.test(letter) && !WITHOUT_KEY.test(letter)) &&
    new Set(letters).size === letters.length;
  return choices.map((choice, index) => ({
    ...choice,
    key: areKeys ? letters[index]! : String(index + 1),
  }));
}

/** The start of a text that fits on one line. */
function cut(text: string, columns: number): string {
  const line = text.replace(/\s+/g, " ");
  if (widthOf(line) <= columns) return line;
  return `${wrapText(line, Math.max(columns - 1, 1))[0] ?? ""}…`;
}
