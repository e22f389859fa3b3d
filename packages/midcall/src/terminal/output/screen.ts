import { Writable } from "node:stream";
import { promptLibrary } from "../prompt-library.js";
import type { TerminalMessages } from "../messages.js";
import { createPromptWords } from "../prompts/prompt-words.js";
import type { TerminalOutput } from "../input/streams.js";
import { dim, plain, withoutColours, type Style } from "./style.js";
import { createPages, type Pages } from "./pages.js";
import { wrapText } from "./wrap-text.js";

const { S_BAR } = promptLibrary;

/** The output for prompts and lines. */
export interface Screen {
  /** The output for prompts, which always has a valid size, and removes unwanted colours. */
  readonly stream: Writable & { readonly columns: number; readonly rows: number };
  /** Writes plain text on new lines, wrapped. */
  print(text: string, style?: Style): void;
  /** The same for text from elsewhere: every line of it is marked. */
  quote(text: string, style?: Style): void;
  /** Writes text unchanged. The terminal wraps it itself, so that it can be copied as one line. */
  raw(text: string): void;
  readonly pages: Pages;
  close(): void;
}

const NARROWEST = 20;

class ScreenStream extends Writable {
  readonly isTTY = true;
  readonly #output: TerminalOutput;
  readonly #colours: boolean;
  readonly #words: ReturnType<typeof createPromptWords>;

  constructor(
    output: TerminalOutput,
    colours: boolean,
    words: ReturnType<typeof createPromptWords>,
  ) {
    super({ decodeStrings: false });
    this.#output = output;
    this.#colours = colours;
    this.#words = words;
  }

  // `script` and some containers report 0 columns.
  get columns(): number {
    return Math.max(this.#output.columns || 80, NARROWEST);
  }

  get rows(): number {
    return Math.max(this.#output.rows || 24, 8);
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    const text = this.#words(String(chunk), this.columns);
    this.#output.write(this.#colours ? text : withoutColours(text));
    done();
  }
}

/**
 * Creates a screen.
 *
 * @param messages - texts that replace those of the prompts
 * @see https://no-color.org
 */
export function createScreen(
  output: TerminalOutput,
  messages: Pick<TerminalMessages, "done" | "search">,
): Screen {
  const colours = output.isTTY === true && !process.env["NO_COLOR"];
  const stream = new ScreenStream(output, colours, createPromptWords(messages));
  const resized = (): void => void stream.emit("resize");
  output.on("resize", resized);
  const pages = createPages(stream);
  const write = (text: string, start: string, style: Style): void => {
    for (const line of wrapText(text, stream.columns - start.length - 1))
      pages.put(`${dim(start)}${line && style(line)}\n`);
  };
  return {
    stream,
    print: (text, style = plain) => write(text, `${S_BAR}  `, style),
    quote: (text, style = plain) => write(text, `${S_BAR}  > `, style),
    raw: pages.put,
    pages,
    close() {
      output.off("resize", resized);
      stream.destroy();
    },
  };
}
