import type { Inbox } from "../client/inbox/types.js";
import { assertOptions } from "../internal/assert-options.js";
import { REVIEW_MODES, type ReviewMode } from "../form/answer-layout.js";
import type { FormOptions } from "../form/form-types.js";
import { createAgenda, type Shown } from "./agenda.js";
import type { Dialog } from "./prompts/dialog.js";
import { MESSAGES, type TerminalMessages } from "./messages.js";
import type { TerminalSession } from "./session.js";
import { isInteractive, type TerminalInput, type TerminalOutput } from "./input/streams.js";
import { dim } from "./output/style.js";
import { createTerminal } from "./terminal.js";
import { acquireInput } from "./input/acquire-input.js";

/** Options of {@link mountTerminal}. */
export interface MountTerminalOptions {
  /** The stream from which keys are read. Default `process.stdin`. */
  readonly input?: TerminalInput | undefined;
  /** The stream on which questions are shown. Default `process.stdout`. */
  readonly output?: TerminalOutput | undefined;
  /** Texts of the terminal that replace the English ones. */
  readonly messages?: Partial<TerminalMessages> | undefined;
  /** Texts of the errors of fields; see `createForm`. */
  readonly formMessages?: FormOptions["messages"];
  /** The UTC offset of a time entered without one. Default: that of this computer. See `createForm`. */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /** When an answer is shown as a whole before it is sent. Default `auto`: where that shows something new. */
  readonly review?: ReviewMode | undefined;
  /**
   * Returns the title that a server gives itself, to show it in place of the host's name, which is then shown once. Rules
   * and limits still apply to the host's name. Default: the host's name is shown.
   */
  readonly serverTitle?: ((server: string) => string | undefined) | undefined;
  /**
   * Called when Ctrl-C was pressed twice on a question, which has been cancelled. The terminal's mode is restored, and
   * no other question is shown for a second, so that a third Ctrl-C reaches the program.
   */
  readonly onInterrupt?: (() => void) | undefined;
}

/** A terminal mounted on an inbox. */
export interface TerminalMount {
  /** Whether input and output are a terminal. Otherwise nothing was mounted. */
  readonly interactive: boolean;
  /** Removes the shown question and releases the terminal. Open questions stay open for a second, for another UI. */
  unmount(): void;
}

/** How long after Ctrl-C no question reads the keyboard, in milliseconds. */
const QUIET_MS = 1000;

/**
 * Mounts a terminal as the UI of an inbox: shows its questions one after the other and sends the user's answers. Call
 * it before clients connect, because they declare the capability only if a UI is mounted.
 *
 * If input or output is not a terminal, nothing is mounted. Clients then declare no capability, unless the inbox has
 * another UI or a callback, and servers know that they cannot ask.
 *
 * A lone yes/no question, and a choice among at most nine options, is answered with one key; other forms are sent after
 * their last field, unless `review` shows the answer first. Keys that were typed before a question was on the screen,
 * pasted text, and a key that is held down answer nothing. A first question waits until nothing has been typed for
 * 0.15 s. If another question was on the screen less than 2 s ago, a choice by key waits for 0.8 s, and so does
 * everything if that question was withdrawn; typing starts the time again for up to 3 s. Later in a form, the key that
 * ended the prompt before does not answer a choice for 0.8 s, unless another key has counted.
 *
 * A question that is longer than the screen is shown in pages: Space, Enter or the arrow down shows the next one, and no key answers
 * before all of its words, its options, its suggested values and its link have been on the screen. It can be left at any time.
 *
 * Every answered field restarts the full `policy.timeoutMs` of the question, and so does pressing Escape and choosing
 * to go on. This gives users as much time as they need.
 *
 * The keyboard is read in raw mode, and only while a question is shown. Nothing else should read it then: see {@link
 * acquireInput} for your program's own prompts. Ctrl-C or Escape on a question offers to go on, decline or cancel;
 * Ctrl-C twice cancels. While no question is shown, Ctrl-C reaches the program as usual.
 *
 * @param inbox - created with `createInbox` of `midcall/client`
 * @param options - streams, texts, and a callback for Ctrl-C
 * @returns `interactive` and `unmount`
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
  assertOptions<MountTerminalOptions>("mountTerminal", options, {
    input: "object",
    output: "object",
    messages: "object",
    formMessages: "function",
    timeZoneOffset: ["string", "function"],
    review: { oneOf: REVIEW_MODES },
    serverTitle: "function",
    onInterrupt: "function",
  });
  const { input = process.stdin, output = process.stdout } = options;
  if (!isInteractive(input, output)) return { interactive: false, unmount: () => {} };
  const messages = { ...MESSAGES, ...options.messages };
  const { serverTitle, timeZoneOffset, review = "auto" } = options;
  const session: TerminalSession = {
    serverTitle,
    isExplained: false,
    isChoiceExplained: false,
    titled: new Set(),
  };
  const showOptions = {
    messages: options.formMessages ?? messages.issue,
    timeZoneOffset,
    review,
    session,
  };
  const terminal = createTerminal(input, output, messages);
  const leave = inbox.mount({ isGuarded: true });
  const next = createAgenda(inbox, showOptions);
  let mounted = true;
  let shown: Shown | undefined;
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

  const show = async (one: Shown): Promise<void> => {
    await one.ready?.();
    const release = await acquireInput(input, one.signal);
    // By now it may be over, or the terminal closed.
    if (one.signal.aborted) {
      shown = undefined;
      release();
      if (!mounted) return terminal.screen.close();
      return changed();
    }
    terminal.keyboard.take(unmount);
    const { signal } = one;
    const dialog: Dialog = { terminal, messages, signal, exitActions: {} };
    terminal.screen.pages.read();
    const end = await one.run(dialog);
    terminal.screen.pages.drop();
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
    shown = next();
    if (shown) void show(shown);
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
