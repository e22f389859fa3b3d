import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Readable } from "node:stream";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { safeLine } from "../../safe-text.js";
import { watchInvalidResults } from "../messages/broken-results.js";
import {
  isAnyRunning,
  processesWithSetting,
  processTree,
  type Running,
  signalAll,
} from "./process-tree.js";

/** How long a server has to end by itself once its input has ended, and then to obey SIGTERM. */
const POLITE_MS = 700;
const FIRM_MS = 700;
const LAST_MS = 500;
const LOOK_MS = 30;
/** How long what a program said last may take to be read once it has exited. */
const LAST_WORDS_MS = 200;
/** Tells everything a program has started, also what it leaves behind. */
const MARK = "MIDCALL_SERVER_MARK";
/** Where Node tells of each process it is about to start; the SDK keeps the one it starts to itself. */
const STARTS = "child_process";
/** How much of what a server writes to stderr is kept. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 8_192;

const running = new Set<ServerProcess>();
let isHooked = false;

/** Ends what still runs, at once and without a chance to object; for the end of this process. */
export function killServers(): void {
  for (const server of [...running]) server.kill();
}

function within(ms: number, done: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([done, time]).finally(() => clearTimeout(timer));
}

async function untilGone(tree: readonly Running[], ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end && isAnyRunning(tree);) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * A server's program and the pipes to it. Unlike the SDK's transport it ends everything the program has
 * started as well (`npx` and shells leave theirs behind), and keeps the last lines of stderr.
 *
 * Being a class of its own it is asked for its protocol version in place: the SDK would start a second program
 * for that.
 */
export class ServerProcess extends StdioClientTransport {
  readonly #onStderr: ((text: string) => void) | undefined;
  #said = "";
  #tree: Running[] = [];
  #closing: Promise<void> | undefined;
  #endedByItself = false;
  #exit: number | NodeJS.Signals | undefined;
  readonly #mark: string;

  constructor(
    command: string,
    args: readonly string[],
    onStderr: ((text: string) => void) | undefined,
  ) {
    const env = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const mark = randomUUID();
    // Whoever names a command on the command line wants it to see the environment, as with any wrapper.
    super({
      command,
      args: [...args],
      env: { ...(Object.fromEntries(env) as Record<string, string>), [MARK]: mark },
      stderr: "pipe",
    });
    this.#mark = mark;
    this.#onStderr = onStderr;
    const stderr = this.stderr as Readable | null;
    stderr?.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
  }

  /** Whether its program was started, and ended before it was told to. */
  get endedByItself(): boolean {
    return this.#endedByItself || this.#isGone();
  }

  /** How its program has ended: the exit code, or the signal. Nothing while it runs. */
  get exit(): number | NodeJS.Signals | undefined {
    return this.#exit;
  }

  /** What it last wrote to stderr, harmless to show. */
  get lastLines(): string[] {
    return this.#said
      .split(/\r\n?|\n/)
      .map((line) => safeLine(line))
      .filter(Boolean)
      .slice(-MOST_LINES);
  }

  override async start(): Promise<void> {
    let child: ChildProcess | undefined;
    const started = (message: unknown): void => {
      child ??= (message as { readonly process: ChildProcess }).process;
    };
    subscribe(STARTS, started);
    const starting = super.start();
    unsubscribe(STARTS, started);
    if (child) this.#watch(child);
    await starting;
    running.add(this);
    if (!isHooked) process.once("exit", killServers);
    isHooked = true;
    this.#look();
  }

  /** Ends the program and all it has started; takes two seconds at the most. */
  override close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  kill(): void {
    this.#look();
    signalAll(this.#tree, "SIGKILL");
    running.delete(this);
  }

  /**
   * Once the program has exited the connection is over, even where something it has started holds its pipes.
   */
  #watch(child: ChildProcess): void {
    let late: NodeJS.Timeout | undefined;
    child.stdout?.on(
      "data",
      watchInvalidResults((answer) => this.onmessage?.(answer)),
    );
    child.once("exit", (code, signal) => {
      this.#exit = code ?? signal ?? undefined;
      late = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, LAST_WORDS_MS);
    });
    child.once("close", () => clearTimeout(late));
  }

  async #end(): Promise<void> {
    this.#endedByItself = this.#isGone();
    this.#look();
    const closed = super.close().catch(() => {});
    await within(POLITE_MS, closed);
    // What it has started before it obeyed, too.
    this.#look();
    const tree = this.#tree;
    if (isAnyRunning(tree)) {
      signalAll(tree, "SIGTERM");
      await untilGone(tree, FIRM_MS);
      signalAll(tree, "SIGKILL");
    }
    await within(LAST_MS, closed);
    running.delete(this);
  }

  #isGone(): boolean {
    return (
      this.#closing === undefined &&
      running.has(this) &&
      (this.#exit !== undefined || this.pid === null)
    );
  }

  /** Remembers what runs now: once the program is gone, its mark is all that tells what it has started. */
  #look(): void {
    const { pid } = this;
    const found = [
      ...this.#tree,
      ...(pid === null ? [] : processTree(pid)),
      ...processesWithSetting(`${MARK}=${this.#mark}`),
    ];
    this.#tree = [...new Map(found.map((one) => [`${one.pid} ${one.started}`, one])).values()];
  }

  #hear(text: string): void {
    this.#said = (this.#said + text).slice(-MOST_CHARACTERS);
    try {
      this.#onStderr?.(text);
    } catch {
      // Whoever listens must not end the connection.
    }
  }
}
