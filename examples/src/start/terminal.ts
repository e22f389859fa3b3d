import { createInterface } from "node:readline/promises";

export type Style = "bold" | "dim" | "warn";

/** The person's terminal. */
export interface Terminal {
  say(text: string, style?: Style): void;
  /** Reads one line; rejects when `signal` aborts. */
  ask(prompt: string, signal?: AbortSignal): Promise<string>;
  close(): void;
}

const CODES: Readonly<Record<Style, string>> = { bold: "1", dim: "2", warn: "33" };

/** @param onLeave - called once when the person presses Ctrl-C or Ctrl-D */
export function createTerminal(onLeave: () => void): Terminal {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const colours = process.stdout.isTTY && !process.env["NO_COLOR"];
  lines.once("SIGINT", () => lines.close());
  lines.once("close", onLeave);
  return {
    say: (text, style) => {
      console.log(
        style !== undefined && colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text,
      );
    },
    ask: (prompt, signal) => (signal ? lines.question(prompt, { signal }) : lines.question(prompt)),
    close: () => {
      lines.removeListener("close", onLeave);
      lines.close();
    },
  };
}
