import { spawn } from "node:child_process";
import { refusesKeys } from "../../../test/terminal-keys.js";
import { patienceMs } from "../../../test/night.js";

/** A program in a terminal of its own, and somebody who reads and types there. */
export interface PseudoTerminal extends Disposable {
  /** Waits until the screen says this, after what was waited for before, and a question that is open takes every key. */
  sees(text: string): Promise<void>;
  type(keys: string): void;
  /** Everything the program has written, byte for byte. */
  readonly written: () => string;
  readonly ended: Promise<void>;
}

const CONTROL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[@-Z\\-_])/g;

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs a command line in a real terminal made by util-linux `script`; ends with `RC=` and the exit code. */
export function openTerminal(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): PseudoTerminal {
  // The trap keeps the shell itself alive at a Ctrl-C, whichever shell it is.
  const line = `trap : INT; stty cols 100 rows 50; stty -a > "$STTY_BEFORE"; ${words.map(quote).join(" ")}; echo "RC=$?"; stty -a > "$STTY_AFTER"`;
  const child = spawn("script", ["-qfec", line, "/dev/null"], {
    env: {
      ...process.env,
      STTY_BEFORE: "/dev/null",
      STTY_AFTER: "/dev/null",
      SHELL: "/bin/sh",
      TERM: "xterm",
      NO_COLOR: "1",
      ...env,
    },
  });
  let written = "";
  let read = 0;
  const watchers = new Set<() => void>();
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
    for (const look of watchers) look();
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    ended,
    written: () => written,
    type: (keys) => void child.stdin.write(keys),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const screen = (): string => written.replace(CONTROL, "").replace(/\r/g, "");
        const stop = (): void => {
          clearTimeout(timer);
          watchers.delete(look);
        };
        const look = (): void => {
          const at = screen().indexOf(text, read);
          if (at === -1 || refusesKeys(written)) return;
          read = at + text.length;
          stop();
          resolve();
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`"${text}" was not seen after:\n${screen().slice(read - 200)}`));
        }, patienceMs);
        watchers.add(look);
        look();
      }),
  };
}
