import { promptLibrary } from "./prompt-library.js";
import type { Readable, Writable } from "node:stream";
import { createKeyboard, type Keyboard } from "./input/keyboard.js";
import type { TerminalMessages } from "./messages.js";
import type { Prompter, PrompterOptions } from "./input/prompt-keys.js";
import { LONG_LIST } from "./prompts/list-sizes.js";
import { pick, type KeyChoice, type PickOptions } from "./prompts/pick.js";
import { turnPage } from "./prompts/turn-page.js";
import { createScreen, type Screen } from "./output/screen.js";
import type { TerminalInput, TerminalOutput } from "./input/streams.js";
import { wrapText } from "./output/wrap-text.js";

const {
  autocomplete,
  autocompleteMultiselect,
  isCancel,
  multiline,
  multiselect,
  S_BAR,
  select,
  text,
} = promptLibrary;

/** How a prompt ended without an answer: with Escape, with Ctrl-C, or because it was closed from outside. */
export type ExitReason = "escape" | "interrupt" | "gone";

/** An answer, or the reason why there is none, with the input entered so far. */
export type PromptResult<T> =
  | { readonly value: T }
  | { readonly exit: ExitReason; readonly draft?: T | undefined };

/** An option of a choice. */
export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The rows of a prompt beside its message and its choices. */
const PROMPT_ROWS = 4;
/** Of a list, at least so many choices are in view. */
const FEWEST_IN_VIEW = 5;

interface LineOptions {
  readonly multiline?: boolean;
  readonly initial: string;
  /** Returns the error of a text, or `undefined` if it is valid. */
  readonly check: (text: string) => string | undefined;
}

interface ChooseOptions<T> {
  readonly initial: T;
}

/** The prompts, on one screen and keyboard. All texts passed to them must be safe to show. */
export interface Terminal {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  line(message: string, options: LineOptions, signal: AbortSignal): Promise<PromptResult<string>>;
  /** A choice from a list, with a search if the list is long. */
  choose<T>(
    message: string,
    choices: readonly Choice<T>[],
    options: ChooseOptions<T | undefined>,
    signal: AbortSignal,
  ): Promise<PromptResult<T | undefined>>;
  chooseSeveral<T>(
    message: string,
    choices: readonly Choice<T>[],
    options: ChooseOptions<readonly T[]>,
    signal: AbortSignal,
  ): Promise<PromptResult<readonly T[]>>;
  /** A choice in which one key answers. */
  pick<T>(
    message: string,
    choices: readonly KeyChoice<T>[],
    options: PickOptions<T>,
    signal: AbortSignal,
  ): Promise<PromptResult<T | undefined>>;
}

interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

export function createTerminal(
  input: TerminalInput,
  output: TerminalOutput,
  messages: TerminalMessages,
): Terminal {
  const { chooseOne, pasted } = messages;
  const keyboard = createKeyboard(input, output, pasted);
  const screen = createScreen(output, messages);
  /** Wraps the message of a prompt that does not wrap it itself, with a bar before each line. */
  const barred = (message: string): string =>
    wrapText(message, screen.stream.columns - 4).join(`\n${S_BAR}  `);

  const linesOf = (text: string): string[] => wrapText(text, screen.stream.columns - 8);
  const rowsOfOne = (choices: readonly Choice<unknown>[]): number =>
    Math.max(1, ...choices.map(({ label }) => linesOf(label).length));
  /** The rows of a list, a part of which can be seen at a time. */
  const listRowsOf = (choices: readonly Choice<unknown>[]): number =>
    Math.min(choices.length, FEWEST_IN_VIEW) * rowsOfOne(choices);
  /** How many choices are in view: no more than fit below what is on the screen. */
  const inView = (message: string, choices: readonly Choice<unknown>[]): number => {
    const free = screen.pages.free() - linesOf(message).length - PROMPT_ROWS;
    return Math.max(FEWEST_IN_VIEW, Math.floor(free / rowsOfOne(choices)));
  };

  const ask = async <T>(
    options: PrompterOptions,
    { lines, listRows = 0 }: { readonly lines: readonly string[]; readonly listRows?: number },
    show: (streams: PromptStreams, prompter: Prompter) => Promise<T>,
    signal: AbortSignal,
  ): Promise<PromptResult<T>> => {
    const exit = options.isExit ? undefined : await readAll(lines, listRows, signal);
    if (exit) return { exit };
    const asked = await open(options, show, signal);
    if (!("exit" in asked && asked.exit === "gone")) screen.pages.read();
    return asked;
  };

  /**
   * Waits until all that is to be read before a prompt, and its own lines, have been on the screen.
   *
   * @param listRows - how many rows its list needs at least, a part of which it shows at a time
   * @returns how the user left instead
   */
  const readAll = async (
    lines: readonly string[],
    listRows: number,
    signal: AbortSignal,
  ): Promise<ExitReason | undefined> => {
    const { pages } = screen;
    // Its own beginning scrolls away when it is written.
    if (lines.length + PROMPT_ROWS > pages.room()) for (const line of lines) screen.quote(line);
    const rows = lines.length + listRows + PROMPT_ROWS;
    const height = rows > pages.room() ? Infinity : rows;
    while (pages.isFull(height)) {
      const left = pages.left();
      const say = left > 0 ? `${messages.more(left)} ${messages.readOn}` : messages.readOn;
      const read = await open(
        { mode: "pick", keeps: false, isPage: true },
        ({ signal: over }, { stream }) => turnPage(say, { screen, keys: stream, signal: over }),
        signal,
      );
      if ("exit" in read) return read.exit;
      pages.turn();
    }
    return undefined;
  };

  const open = async <T>(
    options: PrompterOptions,
    show: (streams: PromptStreams, prompter: Prompter) => Promise<T>,
    signal: AbortSignal,
  ): Promise<PromptResult<T>> => {
    await keyboard.settle();
    if (signal.aborted) return { exit: "gone" };
    // A separate controller for each prompt, because a prompt never removes its listener.
    const over = new AbortController();
    const abort = (): void => over.abort();
    signal.addEventListener("abort", abort);
    const prompter = keyboard.open(options);
    try {
      const streams = { input: prompter.stream, output: screen.stream, signal: over.signal };
      const value = await show(streams, prompter);
      if (signal.aborted) return { exit: "gone" };
      return prompter.left ? { exit: prompter.left, draft: value } : { value };
    } finally {
      signal.removeEventListener("abort", abort);
      prompter.close(signal.aborted);
    }
  };

  return {
    keyboard,
    screen,
    line: (message, { multiline: lines, initial, check }, signal) =>
      ask(
        { mode: lines ? "lines" : "line", keeps: true, initial },
        { lines: [...linesOf(message), ...linesOf(initial)] },
        async (streams, prompter) => {
          const value = await (lines ? multiline : text)({
            ...streams,
            message: barred(message),
            initialValue: initial,
            ...(lines && { showSubmit: true }),
            validate: (typed) => {
              const error = prompter.left ? undefined : check(prompter.expand(typed ?? ""));
              return error && wrapText(error, screen.stream.columns - 4).join("\n   ");
            },
          });
          return isCancel(value) ? "" : prompter.expand(value);
        },
        signal,
      ),
    choose: (message, choices, { initial }, signal) => {
      const [options, indexOf] = listOf(choices);
      const initialValue = indexOf(initial);
      const long = choices.length > LONG_LIST;
      return ask(
        { mode: long ? "search" : "choice", keeps: false },
        { lines: linesOf(message), listRows: listRowsOf(choices) },
        async (streams, prompter) => {
          const maxItems = inView(message, choices);
          const shared = { ...streams, message, options, initialValue, maxItems };
          // If the search finds nothing, nothing can be chosen.
          const validate = (chosen: unknown): string | undefined =>
            chosen === undefined && !prompter.left ? chooseOne : undefined;
          const chosen = await (long
            ? autocomplete({
                ...shared,
                message: barred(message),
                validate,
                filter: matches(choices),
              })
            : select({ ...shared, showInstructions: false }));
          return isCancel(chosen) ? undefined : choices[Number(chosen)]?.value;
        },
        signal,
      );
    },
    chooseSeveral: (message, choices, { initial }, signal) => {
      const [options, indexOf] = listOf(choices);
      const initialValues = initial.flatMap((value) => indexOf(value) ?? []);
      const shared = { message, options, initialValues, required: false };
      const long = choices.length > LONG_LIST;
      return ask(
        { mode: long ? "search" : "choice", keeps: true },
        { lines: linesOf(message), listRows: listRowsOf(choices) },
        async (streams) => {
          const maxItems = inView(message, choices);
          const ticked = await (long
            ? autocompleteMultiselect({
                ...streams,
                ...shared,
                maxItems,
                message: barred(message),
                filter: matches(choices),
              })
            : multiselect({ ...streams, ...shared, maxItems, showInstructions: false }));
          return isCancel(ticked) ? [] : ticked.map((index) => choices[Number(index)]!.value);
        },
        signal,
      );
    },
    pick: (message, choices, options, signal) =>
      ask(
        { mode: "pick", keeps: false, isExit: options.isExit },
        { lines: [message, ...choices.map(({ label }) => label)].flatMap(linesOf) },
        ({ signal: over }, { stream }) =>
          pick(message, choices, options, { screen, keys: stream, messages, signal: over }),
        signal,
      ),
  };
}

/**
 * Choices in the form that the prompts take. The values are indices, because prompts treat an empty value or 0 as none.
 */
function listOf<T>(
  choices: readonly Choice<T>[],
): [
  options: { value: string; label: string; hint?: string }[],
  indexOf: (value: T | undefined) => string | undefined,
] {
  const options = choices.map(({ label, hint }, index) => ({
    value: String(index),
    label,
    ...(hint && { hint }),
  }));
  return [
    options,
    (value) => {
      const index = choices.findIndex((choice) => choice.value === value);
      return index < 0 ? undefined : String(index);
    },
  ];
}

const matches =
  (choices: readonly Choice<unknown>[]) =>
  (search: string, { value }: { readonly value: string }): boolean => {
    const { label, hint = "" } = choices[Number(value)]!;
    return `${label}\n${hint}`.toLowerCase().includes(search.toLowerCase());
  };
