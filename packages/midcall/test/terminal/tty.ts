import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { refusesKeys, takesNoKey } from "../../../../test/terminal-keys.js";
import { noteEvent } from "../fast-clock.js";
import { patienceMs } from "../../../../test/night.js";

/** A terminal with a person in front of it: they read before they type. */
export interface Tty {
  /** Everything ever written, with its escape sequences. */
  raw(): string;
  /** What was written since keys were last pressed, as text. */
  recent(): string;
  /** Everything ever written, as text. */
  text(): string;
  press(keys: string): void;
  /** Waits until that has been written since keys were last pressed, and a prompt that is open takes every key. */
  sees(text: string | RegExp): Promise<RegExpExecArray>;
  /** Waits until that has been written at any time, whether a prompt takes keys or not. */
  shows(text: string | RegExp): Promise<RegExpExecArray>;
  /** Waits until the prompt that is open takes every key. */
  takesEveryKey(): Promise<void>;
  /** Keys, once a prompt with that text is open and takes them. */
  answer(text: string, keys: string): Promise<void>;
}

export const KEYS = {
  enter: "\r",
  escape: "\u001b",
  up: "\u001b[A",
  down: "\u001b[B",
  left: "\u001b[D",
  tab: "\t",
  space: " ",
  clear: "\u0015",
  ctrlC: "\u0003",
} as const;

/** Those of the system, whatever the clock of the test. */
const { setTimeout: later, clearTimeout: cancel } = globalThis;

const escaped = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

/** The reading half of a terminal; `write` takes what is written to it. */
export function createReader(type: (keys: string) => void): Tty & { write(text: string): void } {
  let raw = "";
  let mark = 0;
  let pressed = "";
  const watchers = new Set<() => void>();
  const until = <T>(find: () => T | null, what: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = later(() => {
        watchers.delete(look);
        reject(new Error(`${String(what)} was never written, but: ${tty.text().slice(-2000)}`));
      }, patienceMs);
      const look = (): void => {
        const found = find();
        if (found === null) return;
        cancel(timer);
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  const patternOf = (wanted: string | RegExp): RegExp =>
    typeof wanted === "string" ? escaped(wanted) : wanted;
  const tty = {
    write(text: string) {
      noteEvent();
      raw += text;
      for (const look of [...watchers]) look();
    },
    raw: () => raw,
    text: () => stripVTControlCharacters(raw),
    recent: () => stripVTControlCharacters(raw.slice(mark)),
    press(keys: string) {
      noteEvent();
      mark = raw.length;
      pressed = keys;
      type(keys);
    },
    sees: (wanted: string | RegExp) => {
      const pattern = patternOf(wanted);
      return until(() => (refusesKeys(raw) ? null : pattern.exec(tty.recent())), pattern);
    },
    shows: (wanted: string | RegExp) => {
      const pattern = patternOf(wanted);
      return until(() => pattern.exec(tty.text()), pattern);
    },
    async takesEveryKey() {
      const isReady = (): true | null => (refusesKeys(raw) ? null : true);
      await until(isReady, "the end of the quiet time");
    },
    async answer(text: string, keys: string) {
      const prompt = new RegExp(`[◆▲*x] +${escaped(text).source}`);
      const isOther = !pressed.toLowerCase().endsWith(keys.slice(0, 1).toLowerCase());
      await until(
        () => ((isOther ? takesNoKey : refusesKeys)(raw) ? null : prompt.exec(tty.recent())),
        prompt,
      );
      tty.press(keys);
    },
  };
  return tty;
}

type Input = PassThrough & { isTTY: boolean; isRaw: boolean; setRawMode(raw: boolean): unknown };
type Output = PassThrough & { isTTY: boolean; columns: number; rows: number };

/** A terminal inside this process. */
export interface FakeTty extends Tty {
  readonly input: Input;
  readonly output: Output;
}

export function createFakeTty({ columns = 80, rows = 40 } = {}): FakeTty {
  const input: Input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode(raw: boolean) {
      input.isRaw = raw;
    },
  });
  const output: Output = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  const reader = createReader((keys) => void input.write(keys));
  output.setEncoding("utf8").on("data", reader.write);
  return { ...reader, input, output };
}

/** A program in a terminal of the system's, which util-linux `script` makes. */
export interface PtyProgram extends Tty, Disposable {
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

export function startInPty(
  command: string,
  { columns = 100, rows = 50, env = {} }: { columns?: number; rows?: number; env?: object } = {},
): PtyProgram {
  const sized = `stty rows ${rows} cols ${columns}; ${command}`;
  const child = spawn("script", ["-q", "-f", "-e", "-c", sized, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, SHELL: "/bin/sh", TERM: "xterm-256color", ...env },
  });
  const reader = createReader((keys) => void child.stdin.write(keys));
  child.stdout.setEncoding("utf8").on("data", reader.write);
  const ended = new Promise<number | null>((resolve) => void child.once("close", resolve));
  return { ...reader, ended, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}
