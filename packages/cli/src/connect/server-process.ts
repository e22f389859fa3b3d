import type { Readable } from "node:stream";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { safeLine } from "../safe-text.js";
import { isAnyRunning, processTree, type Running, signalAll } from "./process-tree.js";

/** How long a server has to end by itself once its input has ended, and then to obey SIGTERM. */
const POLITE_MS = 700;
const FIRM_MS = 700;
const LAST_MS = 500;
const LOOK_MS = 30;
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
 * Being a class of its own it is asked for its revision in place: the SDK would start a second program
 * for that.
 */
export class ServerProcess extends StdioClientTransport {
  readonly #onStderr: ((text: string) => void) | undefined;
  #said = "";
  #tree: Running[] = [];
  #closing: Promise<void> | undefined;
  #endedByItself = false;

  constructor(
    command: string,
    args: readonly string[],
    onStderr: ((text: string) => void) | undefined,
  ) {
    const env = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    // Whoever names a command on the command line wants it to see the environment, as with any wrapper.
    super({
      command,
      args: [...args],
      env: Object.fromEntries(env) as Record<string, string>,
      stderr: "pipe",
    });
    this.#onStderr = onStderr;
    const stderr = this.stderr as Readable | null;
    stderr?.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
  }

  /** Whether its program was started, and ended before it was told to. */
  get endedByItself(): boolean {
    return this.#endedByItself || this.#isGone();
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
    await super.start();
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

  async #end(): Promise<void> {
    this.#endedByItself = this.#isGone();
    this.#look();
    const tree = this.#tree;
    const closed = super.close().catch(() => {});
    await within(POLITE_MS, closed);
    if (isAnyRunning(tree)) {
      signalAll(tree, "SIGTERM");
      await untilGone(tree, FIRM_MS);
      signalAll(tree, "SIGKILL");
    }
    await within(LAST_MS, closed);
    running.delete(this);
  }

  #isGone(): boolean {
    return this.#closing === undefined && running.has(this) && this.pid === null;
  }

  /** Remembers what runs now: once the program is gone, nothing tells what it has started. */
  #look(): void {
    const { pid } = this;
    if (pid === null) return;
    const tree = processTree(pid);
    if (tree.length > 0) this.#tree = tree;
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
