import type { Inbox } from "../client/inbox/types.js";
import { cannotAsk } from "../client/attach/results.js";
import type { FormOptions } from "../form/form-types.js";
import { displayText } from "../form/text.js";
import type { Dialog } from "./prompts/dialog.js";
import { MESSAGES, type TerminalMessages } from "./messages.js";
import { showQuestion } from "./show-question.js";
import { createShownQuestion, type ShownQuestion } from "./shown-question.js";
import { isInteractive, type TerminalInput, type TerminalOutput } from "./input/streams.js";
import { dim, red } from "./output/style.js";
import { createTerminal } from "./terminal.js";
import { acquireInput } from "./input/acquire-input.js";

/** Options of {@link mountTerminal}. */
export interface MountTerminalOptions {
  /** Default `process.stdin`. */
  readonly input?: TerminalInput | undefined;
  /** Default `process.stdout`. */
  readonly output?: TerminalOutput | undefined;
  /** Other words, or another language, for the terminal's own sentences. */
  readonly messages?: Partial<TerminalMessages> | undefined;
  /** The same for what is wrong with a field; see `createForm`. */
  readonly formMessages?: FormOptions["messages"];
  /** The offset of a time typed without one; default: that of this computer. See `createForm`. */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /**
   * Ctrl-C was pressed twice on a question, which is cancelled now. The terminal is as it was, and no
   * other question is shown for a second, so that a third Ctrl-C reaches the program by itself.
   */
  readonly onInterrupt?: (() => void) | undefined;
}

/** A terminal that answers the questions of an inbox. */
export interface TerminalMount {
  /** Whether there is a terminal to ask at. Without one, nothing was mounted. */
  readonly interactive: boolean;
  /** Takes away what is shown and gives the terminal back. Open questions stay, for another UI, for a second. */
  unmount(): void;
}

/** After Ctrl-C, this long no question holds the keyboard; in milliseconds. */
const QUIET_MS = 1000;

/**
 * Shows the questions of an inbox at the terminal, one after the other, and sends the person's answers.
 * Call it before clients connect: they say that there is somebody to ask only if there is.
 *
 * Without a terminal on both input and output nothing is mounted, and the inbox counts as unable to ask,
 * so that servers take another way.
 *
 * A question has all of the inbox's `policy.timeoutMs` again after every field that is answered, and when
 * the person presses Escape and chooses to go on: that way they get as much time as they need.
 *
 * The keyboard is read, in raw mode, only while a question is shown, and nothing else should read it
 * then: see {@link acquireInput} for prompts of the program's own. Ctrl-C or Escape on a question offers to
 * go on, decline or cancel; Ctrl-C twice cancels. When no question is shown, Ctrl-C is the program's own,
 * as ever.
 *
 * @example
 * ```ts
 * const inbox = createInbox({ open });
 * const terminal = mountTerminal(inbox);
 * inbox.attach(client, { server: "GitHub" });
 * await client.connect(transport);
 * await client.callTool({ name: "clean_up" });
 * terminal.unmount();
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#user-interaction-model
 */
export function mountTerminal(inbox: Inbox, options: MountTerminalOptions = {}): TerminalMount {
  const { input = process.stdin, output = process.stdout } = options;
  if (!isInteractive(input, output)) return { interactive: false, unmount: () => {} };
  const messages = { ...MESSAGES, ...options.messages };
  const formOptions = { messages: options.formMessages, timeZoneOffset: options.timeZoneOffset };
  const terminal = createTerminal(input, output, messages);
  const leave = inbox.mount();
  let mounted = true;
  let shown: ShownQuestion | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const unmount = (): void => {
    if (!mounted) return;
    mounted = false;
    clearTimeout(quiet);
    unsubscribe();
    shown?.hide();
    terminal.keyboard.release();
    leave();
    if (!shown) terminal.screen.close();
  };

  const show = async (question: ShownQuestion): Promise<void> => {
    const release = await acquireInput(input, question.signal);
    // It may be over by now, or the terminal may be gone.
    if (question.signal.aborted) {
      shown = undefined;
      release();
      if (!mounted) return terminal.screen.close();
      return changed();
    }
    const away = inbox.markVisible(question.id);
    question.update();
    terminal.keyboard.take(unmount);
    const { signal } = question;
    const dialog: Dialog = {
      terminal,
      messages,
      signal,
      exitActions: {},
      cutTexts: new Set(),
      onActivity: () => inbox.extend(question.id),
    };
    const end = await showQuestion(dialog, question, inbox, formOptions).catch((error: unknown) => {
      terminal.screen.print(displayText(`${messages.failed} ${String(error)}`), red);
      inbox.respond(question.id, cannotAsk("error"), "terminal");
    });
    away();
    question.end();
    shown = undefined;
    terminal.keyboard.release();
    release();
    if (!mounted) return terminal.screen.close();
    if (end === "interrupt") {
      if (!options.onInterrupt) terminal.screen.print(messages.interruptAgain, dim);
      quiet = setTimeout(() => {
        quiet = undefined;
        changed();
      }, QUIET_MS);
      options.onInterrupt?.();
    }
    changed();
  };
  const changed = (): void => {
    if (shown) return shown.update();
    if (quiet || !mounted) return;
    const [next] = inbox.getSnapshot().showing;
    if (!next) return;
    shown = createShownQuestion(inbox, next);
    void show(shown);
  };
  const unsubscribe = inbox.subscribe(changed);
  changed();
  return {
    get interactive() {
      return mounted;
    },
    unmount,
  };
}
