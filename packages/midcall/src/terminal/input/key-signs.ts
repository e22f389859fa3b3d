import { PASTE_OFF, PASTE_ON } from "./paste-reader.js";
import type { PromptMode } from "./prompt-keys.js";
import type { TerminalOutput } from "./streams.js";

export const CURSOR_ON = "\u001b[?25h";
const CURSOR_OFF = "\u001b[?25l";

/**
 * Shows whether keys count: pastes are marked from then on, and a choice by key shows the cursor once every key counts. A
 * program that watches the terminal can tell by both.
 */
export interface KeySigns {
  /** A prompt begins, and no key counts yet. */
  begin(mode: PromptMode): void;
  /** Keys count. `all`: this is true of every key. */
  listen(all: boolean): void;
  showCursor(): void;
}

export function createKeySigns(output: TerminalOutput): KeySigns {
  let isPick = false;
  let isCursorHidden = false;
  return {
    begin(mode) {
      isPick = mode === "pick";
      output.write(PASTE_OFF);
    },
    listen(all) {
      isCursorHidden = isPick && !all;
      output.write(isCursorHidden ? PASTE_ON + CURSOR_OFF : PASTE_ON);
    },
    showCursor() {
      if (isCursorHidden) output.write(CURSOR_ON);
      isCursorHidden = false;
    },
  };
}
