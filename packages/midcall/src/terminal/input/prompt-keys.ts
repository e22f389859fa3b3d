import { PassThrough } from "node:stream";
import { createLineEditor } from "./line-editor.js";
import type { KeyPress } from "./key-press.js";
import { pieceOf } from "./pieces.js";
import type { TerminalMessages } from "../messages.js";

/**
 * The kind of a prompt: one line of text, several lines (ended with Tab and Enter), a choice from a list, a choice from a
 * list with search, or a choice in which one key answers.
 */
export type PromptMode = "line" | "lines" | "choice" | "search" | "pick";

/** Options of a prompt. */
export interface PrompterOptions {
  readonly mode: PromptMode;
  /**
   * Whether leaving the prompt returns the input entered so far. Otherwise the prompt shows that nothing was chosen.
   */
  readonly keeps: boolean;
  /** The initial text. */
  readonly initial?: string | undefined;
  /** Whether it only waits for the next page of what comes before a prompt. */
  readonly isPage?: boolean | undefined;
  /** Whether it leads out of the question, and so may come before all of it was read. */
  readonly isExit?: boolean | undefined;
}

/** The keys of one prompt. */
export interface Prompter {
  /** The stream that the prompt reads. */
  readonly stream: PassThrough;
  /** How the user left the prompt without answering. The prompt's value is then a draft. */
  readonly left: "escape" | "interrupt" | undefined;
  /** @param alone - whether the key arrived by itself, as one that was pressed by hand does */
  press(text: string | undefined, key: KeyPress, alone?: boolean): void;
  paste(text: string): void;
  /** Removes the keys after an Enter from one chunk of input: they were not meant for the next prompt. */
  cut(keys: string): string;
  /** The value of a prompt, with the marks replaced by the long pasted texts they represent. */
  expand(value: string): string;
  /** @param isGone - whether it is closed from outside, not by a key */
  close(isGone: boolean): void;
}

const MOVES = new Set(["up", "down", "left", "right"]);
const NAMED = new Set([
  ...MOVES,
  "pagedown",
  "home",
  "end",
  "backspace",
  "delete",
  "space",
  "return",
  "tab",
]);
/** Keys that, with Ctrl, edit the search text. */
const EDITING = new Set(["a", "b", "e", "f", "h", "k", "u", "w"]);
/** Longer pasted texts are shown as a mark, because a prompt redraws itself for every character. */
const LONG_PASTE = 500;
const RETURN: KeyPress = { name: "return", sequence: "\r" };
const TAB: KeyPress = { name: "tab", sequence: "\t" };
const ESCAPE: KeyPress = { name: "escape", sequence: "\u001b" };

/** @param pasted - returns the mark that represents a long pasted text */
export function createPrompter(
  { mode, keeps, initial = "" }: PrompterOptions,
  pasted: TerminalMessages["pasted"],
  onClose: (isGone: boolean) => void,
): Prompter {
  // The stream carries no data; keys are emitted on it as events. Setting raw mode on it does nothing.
  const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stream });
  let pastes = 0;
  let left: Prompter["left"];
  /** In a prompt of several lines: whether the button has the focus, so that Enter ends the prompt. */
  let onButton = false;
  let open = true;

  const emit = (text: string | undefined, key: KeyPress): void => {
    if (open) stream.emit("keypress", text, key);
  };
  const lines = mode === "lines";
  const edited = lines || mode === "line" ? createLineEditor(initial, lines, emit) : undefined;
  const toggle = (): void => {
    onButton = !onButton;
    emit("\t", TAB);
  };
  /** Leaves the prompt. If it keeps its input, it is ended as with Enter, and so returns that input. */
  const leave = (how: "escape" | "interrupt"): void => {
    if (!open || left) return;
    left = how;
    if (!keeps) return emit(undefined, ESCAPE);
    if (lines && !onButton) toggle();
    emit("\r", RETURN);
  };

  return {
    stream,
    get left() {
      return left;
    },
    press(text, key, alone = true) {
      const { name, ctrl, meta } = key;
      if (left) return;
      if (ctrl && name === "c") return leave("interrupt");
      if (name === "escape") return leave("escape");
      const visible = text !== undefined && text !== "" && !/\p{Cc}/u.test(text);
      if (edited) return edit(visible ? text : "", key);
      if (name === "enter") return emit("\r", RETURN);
      // A choice says which keys it has. A key that is part of a burst was not pressed for it.
      if (mode === "pick" && alone && (ctrl || meta || name === "tab")) return emit(undefined, {});
      if (ctrl) {
        if (EDITING.has(name ?? "") && mode === "search") emit(text, key);
        return;
      }
      if (!visible && !NAMED.has(name ?? "")) return;
      if (meta || (name === "tab" && (mode === "choice" || mode === "pick"))) return;
      if (mode === "pick" && visible && !alone) return;
      emit(text, key);
    },
    paste(text) {
      if (left || mode === "choice" || mode === "pick") return;
      const kept = clean(text, lines);
      if (!edited) for (const char of kept.slice(0, 100)) emit(char, { sequence: char });
      else if (kept.length <= LONG_PASTE) type(kept);
      else {
        const mark = clean(pasted((pastes += 1), kept.length), false);
        onButton = false;
        edited.insert({ shown: mark, means: kept });
      }
    },
    cut(keys) {
      if (lines) return keys;
      const end = /[\r\n]/.exec(keys);
      return end ? keys.slice(0, end.index + 1) : keys;
    },
    expand(value) {
      const pieces = edited?.pieces ?? [];
      if (pieces.map(({ shown }) => shown).join("") === value) {
        return pieces.map(({ means }) => means).join("");
      }
      // The prompt has changed the text itself. The text it shows is used.
      for (const { shown, means } of pieces) {
        if (shown !== means) value = value.replace(shown, () => means);
      }
      return value;
    },
    close(isGone) {
      if (!open) return;
      open = false;
      onClose(isGone);
      stream.removeAllListeners().destroy();
    },
  };

  function type(text: string): void {
    onButton = false;
    for (const character of text) edited?.insert(pieceOf(character));
  }

  /** Handles a key in a prompt for text; `typed` is the text it inserts. */
  function edit(typed: string, key: KeyPress): void {
    const { name, ctrl, meta } = key;
    // Ctrl-J arrives as `enter` and inserts a line end.
    if (name === "enter" || (name === "return" && !ctrl && !(meta && lines))) {
      if (lines && (name === "enter" || !onButton)) return type("\n");
      emit("\r", RETURN);
      return edited?.toEnd();
    }
    if (name === "tab" && lines && !ctrl && !meta) return toggle();
    if (typed && !ctrl && !meta) return type(typed);
    // In a prompt of several lines, these keys do not edit.
    if (!(lines && (ctrl || meta))) edited?.press(key);
  }
}

/** Text without control characters. In a prompt of one line, line ends become spaces. */
function clean(text: string, lines: boolean): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .replace(/\n/g, lines ? "\n" : " ")
    .replace(/\t/g, " ")
    .replace(/\p{Cc}/gu, (found) => (found === "\n" ? found : ""));
}
