import type { KeyPress } from "./key-press.js";

/** A character, or a mark that stands for a long text. It is typed, passed and removed as one. */
export interface Piece {
  readonly shown: string;
  readonly means: string;
}

/** What is in a prompt for text, and where its cursor is: prompts themselves know only of single steps. */
export interface LineEditor {
  readonly pieces: readonly Piece[];
  insert(piece: Piece): void;
  /** Does what an editing key does. Others do nothing. */
  press(key: KeyPress): void;
  /** Enter was pressed: where the answer is not taken, a line goes on at its end. */
  toEnd(): void;
}

/** The prompt draws itself anew for every step: a longer word takes more than one key. */
const LONGEST_WORD = 1000;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const kindOf = ({ shown }: Piece): string =>
  /^\s/.test(shown) ? "space" : /^\w/.test(shown) ? "word" : "other";

/**
 * @param lines - several lines: that prompt counts UTF-16 units, the one for a line characters
 * @param send - gives a key to the prompt
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
  /** Moves the cursor, with one key where there is one that does just that. */
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
  const run = (from: number, by: 1 | -1, kind: string): number => {
    const next = (place: number): Piece | undefined => pieces[by > 0 ? place : place - 1];
    let place = from;
    for (let one = next(place); one && kindOf(one) === kind; one = next(place)) {
      if (Math.abs(place - from) === LONGEST_WORD) break;
      place += by;
    }
    return place;
  };
  const wordBefore = (): number => {
    const end = run(at, -1, "space");
    return end === 0 ? 0 : run(end, -1, kindOf(pieces[end - 1]!));
  };
  const wordAfter = (): number =>
    at === pieces.length ? at : run(run(at, 1, kindOf(pieces[at]!)), 1, "space");

  /** To the same column of another line, and from inside a piece to its start. */
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
        return remove(wordBefore());
      case "meta-d":
      case "meta-delete":
        return remove(wordAfter());
      case "meta-b":
        return move(wordBefore());
      case "meta-f":
        return move(wordAfter());
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

/** A character that stands for itself. */
export function pieceOf(character: string): Piece {
  return { shown: character, means: character };
}
