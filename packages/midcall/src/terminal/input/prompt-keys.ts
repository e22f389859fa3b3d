import { PassThrough } from "node:stream";
import { createLineEditor } from "./line-editor.js";
import type { KeyPress } from "./key-press.js";
import { pieceOf } from "./pieces.js";
import type { TerminalMessages } from "../messages.js";

/**
 * What a prompt takes: a line of text, several lines (Tab, then Enter ends it), a choice of a list, or a
 * choice that is searched for.
 */
export type PromptMode = "line" | "lines" | "choice" | "search";

/** What a prompt is opened with. */
export interface PrompterOptions {
  readonly mode: PromptMode;
  /** Leaving gives back what was entered; else the prompt shows that nothing was chosen. */
  readonly keeps: boolean;
  /** The text that is in it. */
  readonly initial?: string | undefined;
}

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
  /** What a prompt returned, with long pasted texts in place of the marks that stand for them. */
  expand(value: string): string;
  close(): void;
}

const MOVES = new Set(["up", "down", "left", "right"]);
const NAMED = new Set([...MOVES, "home", "end", "backspace", "delete", "space", "return", "tab"]);
/** Keys that edit what is searched for, with Ctrl. */
const EDITING = new Set(["a", "b", "e", "f", "h", "k", "u", "w"]);
/** Longer pastes are shown as a mark: a prompt draws itself again for every character. */
const LONG_PASTE = 500;
const RETURN: KeyPress = { name: "return", sequence: "\r" };
const TAB: KeyPress = { name: "tab", sequence: "\t" };
const ESCAPE: KeyPress = { name: "escape", sequence: "\u001b" };

/** @param pasted - the mark that stands for a long text */
export function createPrompter(
  { mode, keeps, initial = "" }: PrompterOptions,
  pasted: TerminalMessages["pasted"],
  onClose: () => void,
): Prompter {
  // Without data of its own: keys are emitted on it. It stays calm when a prompt sets raw mode.
  const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stream });
  let pastes = 0;
  let left: Prompter["left"];
  /** In several lines: the button is in focus, and Enter is the end. */
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
  /** Ends the prompt. As Enter does, it gives back what is in it. */
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
    press(text, key) {
      const { name, ctrl, meta } = key;
      if (left) return;
      if (ctrl && name === "c") return leave("interrupt");
      if (name === "escape") return leave("escape");
      const visible = text !== undefined && text !== "" && !/\p{Cc}/u.test(text);
      if (edited) return edit(visible ? text : "", key);
      if (name === "enter") return emit("\r", RETURN);
      if (ctrl) {
        if (EDITING.has(name ?? "") && mode === "search") emit(text, key);
        return;
      }
      if (!visible && !NAMED.has(name ?? "")) return;
      if (meta || (name === "tab" && mode === "choice")) return;
      emit(text, key);
    },
    paste(text) {
      if (left || mode === "choice") return;
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
      // The prompt did something of its own. What it shows is what counts.
      for (const { shown, means } of pieces) {
        if (shown !== means) value = value.replace(shown, () => means);
      }
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
    for (const character of text) edited?.insert(pieceOf(character));
  }

  /** Keys of a prompt for text; `typed` is what they write. */
  function edit(typed: string, key: KeyPress): void {
    const { name, ctrl, meta } = key;
    // Ctrl-J is a line end.
    if (name === "enter" || (name === "return" && !ctrl && !(meta && lines))) {
      if (lines && (name === "enter" || !onButton)) return type("\n");
      emit("\r", RETURN);
      return edited?.toEnd();
    }
    if (name === "tab" && lines && !ctrl && !meta) return toggle();
    if (typed && !ctrl && !meta) return type(typed);
    // In several lines these keys are no editing keys.
    if (!(lines && (ctrl || meta))) edited?.press(key);
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
