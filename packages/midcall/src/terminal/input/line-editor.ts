import type { KeyPress } from "./key-press.js";
import { type Piece, pieceOf, wordAfter, wordBefore } from "./pieces.js";

/** The text of a prompt and the position of its cursor. Translates editing keys into the single steps of a prompt. */
export interface LineEditor {
  readonly pieces: readonly Piece[];
  insert(piece: Piece): void;
  /** Applies an editing key. Other keys do nothing. */
  press(key: KeyPress): void;
  /** Must be called when Enter is pressed: if the answer is rejected, the cursor of a single line is at its end. */
  toEnd(): void;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
/**
 * @param lines - whether the prompt has several lines; it then counts UTF-16 code units instead of characters
 * @param send - sends a key to the prompt
 */
export function createLineEditor(
  initial: string,
  lines: boolean,
  send: (text: string | undefined, key: KeyPress) => void,
): LineEditor {
  const pieces = Array.from(initial, pieceOf);
  let at = pieces.length;

  const stepsOf = ({ shown }: Piece): string[] => (lines ? shown.split("") : [...shown]);
  const widthOf = (some: readonly Piece[]): number => sum(some.map((one) => stepsOf(one).length));
  const repeat = (name: string, times: number): void => {
    for (let done = 0; done < times; done++) send(undefined, { name });
  };
  /** Moves the cursor, with the given key if the prompt has one for this movement. */
  const move = (to: number, key?: KeyPress): void => {
    const passed = pieces.slice(Math.min(at, to), Math.max(at, to));
    if (key) send(undefined, key);
    else repeat(to < at ? "left" : "right", widthOf(passed));
    at = to;
  };
  const remove = (to: number, key?: KeyPress): void => {
    const from = Math.min(at, to);
    const removed = pieces.splice(from, Math.abs(at - to));
    if (key) send(undefined, key);
    else repeat(to < at ? "backspace" : "delete", widthOf(removed));
    at = from;
  };
  const before = (): number => Math.max(at - 1, 0);
  const after = (): number => Math.min(at + 1, pieces.length);
  /** Moves the cursor to the same column of another line; if that is inside a piece, to the start of the piece. */
  const moveLine = (name: "up" | "down"): void => {
    send(undefined, { name });
    const starts = [0];
    let length = 0;
    for (const { shown } of pieces) {
      length += shown.length;
      if (shown === "\n") starts.push(length);
    }
    const cursor = widthOf(pieces.slice(0, at));
    const row = starts.findLastIndex((start) => start <= cursor);
    const next = name === "up" ? row - 1 : row + 1;
    if (starts[next] === undefined) return;
    const end = (starts[next + 1] ?? length + 1) - 1;
    const goal = Math.min(starts[next] + cursor - starts[row]!, end);
    let place = 0;
    for (at = 0; at < pieces.length; at++) {
      const width = pieces[at]!.shown.length;
      if (place + width > goal) break;
      place += width;
    }
    repeat("left", goal - place);
  };

  const press = ({ name = "", ctrl, meta }: KeyPress): void => {
    switch ((ctrl ? "ctrl-" : meta ? "meta-" : "") + name) {
      case "left":
      case "ctrl-b":
        return move(before());
      case "right":
      case "ctrl-f":
        return move(after());
      case "backspace":
      case "ctrl-h":
        return remove(before());
      case "delete":
        return remove(after());
    }
    if (lines) {
      if (!ctrl && !meta && (name === "up" || name === "down")) moveLine(name);
      return;
    }
    switch ((ctrl ? "ctrl-" : meta ? "meta-" : "") + name) {
      case "home":
      case "ctrl-a":
        return move(0, { name: "home" });
      case "end":
      case "ctrl-e":
        return move(pieces.length, { name: "end" });
      case "ctrl-u":
        return remove(0, { name, ctrl: true });
      case "ctrl-k":
        return remove(pieces.length, { name, ctrl: true });
      case "ctrl-w":
      case "meta-backspace":
        return remove(wordBefore(pieces, at));
      case "meta-d":
      case "meta-delete":
        return remove(wordAfter(pieces, at));
      case "meta-b":
        return move(wordBefore(pieces, at));
      case "meta-f":
        return move(wordAfter(pieces, at));
    }
  };

  return {
    pieces,
    insert(piece) {
      pieces.splice(at, 0, piece);
      at += 1;
      for (const step of stepsOf(piece)) {
        send(step, step === "\n" ? { name: "enter", sequence: step } : { sequence: step });
      }
    },
    press,
    toEnd() {
      if (!lines) at = pieces.length;
    },
  };
}
