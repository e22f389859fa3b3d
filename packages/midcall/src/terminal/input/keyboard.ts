import { Buffer } from "node:buffer";
import { emitKeypressEvents } from "node:readline";
import { PassThrough, type Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createPasteReader, PASTE_OFF, PASTE_ON } from "./paste-reader.js";
import { createKeyGuard } from "./key-guard.js";
import type { KeyPress } from "./key-press.js";
import { createKeySigns, CURSOR_ON } from "./key-signs.js";
import { createPrompter, type Prompter, type PrompterOptions } from "./prompt-keys.js";
import type { TerminalMessages } from "../messages.js";
import type { TerminalInput, TerminalOutput } from "./streams.js";

/** Reads keys while a question is shown. Otherwise it does not touch the terminal. */
export interface Keyboard {
  /** Starts reading single keys. `onEnd` is called when the terminal is closed. */
  take(onEnd: () => void): void;
  /** Stops reading and restores the terminal's mode. */
  release(): void;
  /** Waits until everything typed so far has been read, and discards it. */
  settle(): Promise<void>;
  /**
   * Sends keys to a new prompt; see {@link createPrompter}. Keys that cannot have been meant for it are held back, see
   * `KeyGuard`; Ctrl-C always counts. In a choice by key, the cursor is shown once every key counts.
   */
  open(options: PrompterOptions): Prompter;
}

/** How long the rest of an escape sequence may take, in milliseconds. After that it counts as the Escape key. */
const ESCAPE_MS = 50;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createKeyboard(
  input: TerminalInput,
  output: TerminalOutput,
  pasted: TerminalMessages["pasted"],
): Keyboard {
  const utf8 = new StringDecoder("utf8");
  let readTyped = createPasteReader();
  let decoder: Readable | undefined;
  let prompter: Prompter | undefined;
  let release: (() => void) | undefined;
  /** Whether Ctrl-C was pressed while no prompt was open. It is then passed to the next prompt. */
  let interrupted = false;
  /** Whether no prompt but those of pages was opened since the keyboard was taken, or since the last answer. */
  let isFirst = false;
  /** Whether the key that is being read arrived by itself. */
  let alone = true;
  const signs = createKeySigns(output);
  const guard = createKeyGuard(input, {
    onListen(all) {
      if (prompter) signs.listen(all);
    },
    onAll: signs.showCursor,
  });

  const pressed = (text: string | undefined, key: KeyPress): void => {
    const opened = prompter;
    const isInterrupt = key.ctrl === true && key.name === "c";
    if (!opened || opened.left) {
      if (isInterrupt) interrupted = true;
    } else if (isInterrupt) opened.press(text, key);
    else {
      const isAlone = alone;
      guard.press(key, () => opened.press(text, key, isAlone));
    }
  };
  const received = (chunk: string | Uint8Array): void => {
    const text = typeof chunk === "string" ? chunk : utf8.write(Buffer.from(chunk));
    const isHeldBack = guard.noteInput();
    alone = Array.from(text).length === 1;
    for (const typed of readTyped(text)) {
      if ("pasted" in typed) {
        if (!isHeldBack) prompter?.paste(typed.pasted);
      } else decoder?.emit("data", Buffer.from(prompter?.cut(typed.keys) ?? typed.keys));
    }
  };

  return {
    take(onEnd) {
      if (release) return;
      const wasRaw = input.isRaw === true;
      const wasRead = input.listenerCount("data") + input.listenerCount("readable") > 0;
      // Nothing is written to this stream: `data` events are emitted on it, and readline splits them into keys.
      const keys = new PassThrough();
      decoder = keys;
      readTyped = createPasteReader();
      interrupted = false;
      isFirst = true;
      emitKeypressEvents(keys, { escapeCodeTimeout: ESCAPE_MS } as never);
      keys.on("keypress", pressed);
      const sane = (): void => void output.write(PASTE_OFF + CURSOR_ON);
      input.setRawMode?.(true);
      input.on("data", received);
      input.on("end", onEnd);
      input.on("close", onEnd);
      input.on("error", onEnd);
      input.resume();
      output.write(PASTE_ON);
      // After the process was suspended and resumed, the shell may have changed the terminal's mode.
      const resume = (): void => {
        // Setting the mode it believes to be in would do nothing, so it is switched off first.
        input.setRawMode?.(false);
        input.setRawMode?.(true);
        output.write(PASTE_ON);
      };
      process.on("exit", sane);
      process.on("SIGCONT", resume);
      release = () => {
        process.off("exit", sane);
        process.off("SIGCONT", resume);
        input.off("data", received);
        input.off("end", onEnd);
        input.off("close", onEnd);
        input.off("error", onEnd);
        keys.removeAllListeners().destroy();
        decoder = undefined;
        sane();
        if (!wasRaw) input.setRawMode?.(false);
        // If there is no other reader, the input is paused, because a flowing one would keep the process alive.
        if (!wasRead) input.pause();
      };
    },
    release() {
      guard.reset();
      release?.();
      release = undefined;
    },
    async settle() {
      await turn();
      await turn();
    },
    open(options) {
      const opened = createPrompter(options, pasted, (isGone) => {
        if (prompter !== opened) return;
        prompter = undefined;
        signs.showCursor();
        guard.end(isGone);
      });
      prompter = opened;
      signs.begin(options.mode);
      guard.begin({ isFirst, mode: options.mode });
      // After a page, the next prompt is the first that can be answered: its key must not be that of the page.
      isFirst = options.isPage === true;
      if (interrupted) {
        interrupted = false;
        setImmediate(() => opened.press("\u0003", { name: "c", ctrl: true, sequence: "\u0003" }));
      }
      return opened;
    },
  };
}
