import { S_BAR, S_STEP_ACTIVE } from "@clack/prompts";
import type { Readable } from "node:stream";
import type { KeyPress } from "../input/key-press.js";
import type { TerminalMessages } from "../messages.js";
import { bold, cyan, dim, yellow } from "../output/style.js";
import type { Screen } from "../output/screen.js";
import { widthOf, wrapText } from "../output/wrap-text.js";

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
  /** The result of Enter where nothing is chosen; default: it says that something must be chosen. */
  readonly onEmpty?: (() => { readonly value: T } | { readonly error: string }) | undefined;
}

interface PickParts {
  readonly screen: Screen;
  readonly keys: Readable;
  readonly messages: Pick<TerminalMessages, "chooseOne" | "keys">;
  readonly signal: AbortSignal;
}

const CLEAR_LINE = "\r\u001b[K";
const BACK = new Set(["up", "left"]);
const ON = new Set(["down", "right"]);

/**
 * Writes the choices once, and below them a line for what is chosen, the only one that is written again. Resolves with
 * `undefined` if the prompt was left or closed.
 */
export function pick<T>(
  message: string,
  choices: readonly KeyChoice<T>[],
  { initial, onEmpty }: PickOptions<T>,
  { screen, keys, messages, signal }: PickParts,
): Promise<T | undefined> {
  let at = choices.findIndex(({ value }) => value === initial);
  const columns = (): number => screen.stream.columns;
  const write = (text: string): void => screen.raw(text);

  const [title = "", ...rest] = wrapText(message, columns() - 4);
  write(`${dim(S_BAR)}\n${cyan(S_STEP_ACTIVE)}  ${title}\n`);
  for (const line of rest) write(`${dim(S_BAR)}  ${line}\n`);
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
    write(CLEAR_LINE);
    screen.print(text, yellow);
    showChosen();
  };
  showChosen();

  return new Promise((resolve) => {
    const end = (value: T | undefined): void => {
      keys.off("keypress", pressed);
      signal.removeEventListener("abort", close);
      write("\n");
      resolve(value);
    };
    const close = (): void => end(undefined);
    const choose = (index: number): void => {
      if (at !== index) {
        at = index;
        showChosen();
      }
      end(choices[index]!.value);
    };
    const pressed = (text: string | undefined, { name = "" }: KeyPress): void => {
      if (name === "escape") return close();
      if (name === "return") {
        if (at >= 0) return choose(at);
        const empty = onEmpty?.() ?? { error: messages.chooseOne };
        return "value" in empty ? end(empty.value) : say(empty.error);
      }
      if (BACK.has(name) || ON.has(name)) {
        const from = at < 0 && BACK.has(name) ? 0 : at;
        at = (from + (ON.has(name) ? 1 : -1) + choices.length) % choices.length;
        return showChosen();
      }
      if (text === "?") return say(messages.keys);
      const index = choices.findIndex(({ key }) => key === text?.toLowerCase());
      if (index >= 0) choose(index);
    };
    keys.on("keypress", pressed);
    signal.addEventListener("abort", close, { once: true });
    if (signal.aborted) close();
  });
}

/** A key for each label: its first letter, or, if two begin with the same one, its number. */
export function withKeys<T>(
  choices: readonly { readonly value: T; readonly label: string }[],
): KeyChoice<T>[] {
  const letters = choices.map(({ label }) => Array.from(label)[0]?.toLowerCase() ?? "");
  const areKeys =
    letters.every((letter) => /^\p{L}$/u.test(letter)) && new Set(letters).size === letters.length;
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
