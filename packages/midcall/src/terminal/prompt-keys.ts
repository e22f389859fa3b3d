import { PassThrough } from "node:stream";

/** A key, as `node:readline` tells it. */
export interface KeyPress {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  readonly shift?: boolean | undefined;
}

/**
 * What a prompt takes: a line of text, several lines (Tab, then Enter ends it), a choice of a list, or a
 * choice that is searched for.
 */
export type PromptMode = "line" | "lines" | "choice" | "search";

/** The keys of one prompt. */
export interface Prompter {
  /** What the prompt reads. */
  readonly stream: PassThrough;
  /** How the person left the prompt instead of answering it. What the prompt returns is a draft then. */
  readonly left: "escape" | "interrupt" | undefined;
  press(text: string | undefined, key: KeyPress): void;
  paste(text: string): void;
  /** Keys that came in one piece, without what follows an Enter in it: it was not meant for what comes next. */
  cut(keys: string): string;
  /** Puts long pasted texts in for the marks that stand for them. */
  expand(value: string): string;
  close(): void;
}

const MOVES = new Set(["up", "down", "left", "right"]);
const NAMED = new Set([...MOVES, "home", "end", "backspace", "delete", "space", "return", "tab"]);
/** Keys that edit a line, with Ctrl. */
const EDITING = new Set(["a", "b", "e", "f", "h", "k", "u", "w"]);
/** Longer pastes are shown as a mark: a prompt draws itself anew for every character. */
const LONG_PASTE = 500;
const RETURN: KeyPress = { name: "return", sequence: "\r" };
const ESCAPE: KeyPress = { name: "escape", sequence: "\u001b" };

/** @param keeps - leaving gives back what was entered; else the prompt shows that nothing was chosen */
export function createPrompter(mode: PromptMode, keeps: boolean, onClose: () => void): Prompter {
  // Without data of its own: keys are emitted on it. It stays calm when a prompt sets raw mode.
  const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stream });
  const pastes = new Map<string, string>();
  let left: Prompter["left"];
  /** In several lines: the button is in focus, and Enter is the end. */
  let onButton = false;
  let open = true;

  const emit = (text: string | undefined, key: KeyPress): void => {
    if (open) stream.emit("keypress", text, key);
  };
  /** Ends the prompt. As Enter does, it gives back what is in it. */
  const leave = (how: "escape" | "interrupt"): void => {
    if (!open || left) return;
    left = how;
    if (!keeps) return emit(undefined, ESCAPE);
    if (mode === "lines" && !onButton) emit("\t", { name: "tab", sequence: "\t" });
    emit("\r", RETURN);
  };

  return {
    stream,
    get left() {
      return left;
    },
    press(text, key) {
      const { name, ctrl, meta } = key;
      if (left) return;
      if (ctrl && name === "c") return leave("interrupt");
      if (name === "escape") return leave("escape");
      if (name === "enter") {
        // Ctrl-J: a line end.
        return mode === "lines" ? emit("\n", key) : emit("\r", RETURN);
      }
      if (ctrl) {
        if (EDITING.has(name ?? "") && (mode === "line" || mode === "search")) emit(text, key);
        return;
      }
      const visible = text !== undefined && text !== "" && !/\p{Cc}/u.test(text);
      if (!visible && !NAMED.has(name ?? "")) return;
      if (name === "tab" && (mode === "line" || mode === "choice")) return;
      if (meta && mode !== "line") return;
      if (mode === "lines" && !MOVES.has(name ?? "")) {
        if (name === "tab") onButton = !onButton;
        else if (visible) onButton = false;
      }
      emit(text, key);
    },
    paste(text) {
      if (left || mode === "choice") return;
      const kept = clean(text, mode === "lines");
      if (kept.length > LONG_PASTE && mode !== "search") {
        const mark = `[paste ${pastes.size + 1}: ${kept.length.toLocaleString("en")} characters]`;
        pastes.set(mark, kept);
        type(mark);
      } else {
        type(mode === "search" ? kept.slice(0, 100) : kept);
      }
    },
    cut(keys) {
      if (mode === "lines") return keys;
      const end = /[\r\n]/.exec(keys);
      return end ? keys.slice(0, end.index + 1) : keys;
    },
    expand(value) {
      for (const [mark, text] of pastes) value = value.replace(mark, () => text);
      return value;
    },
    close() {
      if (!open) return;
      open = false;
      onClose();
      stream.removeAllListeners().destroy();
    },
  };

  function type(text: string): void {
    onButton = false;
    for (const char of text) {
      emit(char, char === "\n" ? { name: "enter", sequence: char } : { sequence: char });
    }
  }
}

/** Text without control characters; line ends become spaces where there is one line only. */
function clean(text: string, lines: boolean): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .replace(/\n/g, lines ? "\n" : " ")
    .replace(/\t/g, " ")
    .replace(/\p{Cc}/gu, (found) => (found === "\n" ? found : ""));
}
