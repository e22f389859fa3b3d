import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Readable } from "node:stream";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { safeLine } from "../../safe-text.js";
import { sleep, waitAtMost } from "../../timing.js";
import { limitMessages, LONGEST_MESSAGE, longMessageText } from "../messages/message-limit.js";
import { watchStrayOutput } from "../messages/stray-output.js";
import { isAnyRunning, processesOf, type Running, signalAll } from "./process-tree.js";

/** How long a server may take to exit after its stdin closes, and then after SIGTERM. */
const POLITE_MS = 700;
const FIRM_MS = 700;
const LAST_MS = 500;
const POLL_MS = 30;
/** How long the last output of a program may take to arrive after it has exited. */
const LAST_OUTPUT_MS = 200;
/** An environment variable that every descendant of a program inherits, so that orphans can be found. */
const MARK = "MIDCALL_SERVER_MARK";
/** The diagnostics channel on which Node announces child processes; the SDK does not expose the one it starts. */
const STARTS = "child_process";
/** How much of a server's stderr is kept. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 8_192;

const running = new Set<ServerProcess>();
let isHooked = false;

/** Kills every server that is still running; for the exit of this process. */
export function killServers(): void {
  for (const server of [...running]) server.kill();
}

async function untilGone(tree: readonly Running[], ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end && isAnyRunning(tree);) {
    await sleep(POLL_MS);
  }
}

function readOutputWith({ stdout }: ChildProcess, read: (chunk: Buffer) => void): void {
  stdout?.removeAllListeners("data");
  stdout?.on("data", read);
}

/**
 * The process of a server, with the stdio transport to it. Unlike the SDK's transport, it also ends the
 * program's descendants (`npx` and shells leave theirs running), and it keeps the last lines of stderr.
 *
 * The SDK probes the protocol version on the transport itself because this is a subclass; for its own class it
 * would start a second process.
 */
export class ServerProcess extends StdioClientTransport {
  readonly #onStderr: ((text: string) => void) | undefined;
  #stderrTail = "";
  #tree: Running[] = [];
  #closing: Promise<void> | undefined;
  #endedByItself = false;
  #exit: number | NodeJS.Signals | undefined;
  readonly #mark: string;
  readonly #readOutput: ((chunk: Buffer) => void) | undefined;
  #child: ChildProcess | undefined;
  readonly #stray = watchStrayOutput((text) => this.#receiveStderr(`\n(${text})\n`));

  /** @param readOutput - takes the program's output as it comes, in place of the SDK */
  constructor(
    command: string,
    args: readonly string[],
    onStderr: ((text: string) => void) | undefined,
    environment: Readonly<Record<string, string>> = {},
    cwd?: string,
    readOutput?: (chunk: Buffer) => void,
  ) {
    const env = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const mark = randomUUID();
    // The program gets the whole environment, as with any command that wraps another.
    super({
      command,
      args: [...args],
      env: { ...(Object.fromEntries(env) as Record<string, string>), ...environment, [MARK]: mark },
      stderr: "pipe",
      cwd,
      // Longer messages are left out before they get there; one that is read has its line end, too.
      maxBufferSize: LONGEST_MESSAGE + 1,
    });
    this.#mark = mark;
    this.#readOutput = readOutput;
    this.#onStderr = onStderr;
    const stderr = this.stderr as Readable | null;
    stderr?.setEncoding("utf8").on("data", (text: string) => this.#receiveStderr(text));
    stderr?.once("end", () => {
      // The last line is one, too.
      if (/[^\r\n]$/.test(this.#stderrTail)) this.#receiveStderr("\n");
    });
  }

  /** Whether the program was started and exited before it was told to. */
  get endedByItself(): boolean {
    return this.#endedByItself || this.#isGone();
  }

  /** The exit code of the program, or the signal that ended it; `undefined` while it is running. */
  get exit(): number | NodeJS.Signals | undefined {
    return this.#exit;
  }

  /** What it has written to stdout that is no message and has no line end, as a sentence. */
  get strayOutput(): string | undefined {
    return this.#stray.text();
  }

  /** The last lines it wrote to stderr, safe to print. */
  get lastLines(): string[] {
    return this.#stderrTail
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
    if (child) {
      this.#child = child;
      if (this.#readOutput) readOutputWith(child, this.#readOutput);
      else this.#limitMessages(child);
      this.#closeAfterExit(child);
    }
    await starting;
    running.add(this);
    if (!isHooked) process.once("exit", killServers);
    isHooked = true;
  }

  /** Ends the program and its descendants; takes two and a half seconds at most. */
  override close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  /** Resolves when what was written is on its way, or the program has ended. */
  #drained: Promise<void> | undefined;

  /**
   * Writes to the program's input. Rejects if it has ended.
   *
   * @returns nothing if it was written at once
   */
  write(line: string | Buffer): Promise<void> | undefined {
    const stdin = this.#child?.stdin;
    if (!stdin || stdin.destroyed) return Promise.reject(new Error("The program has ended."));
    if (stdin.write(line)) return undefined;
    this.#drained ??= new Promise((resolve) => {
      const done = (): void => {
        stdin.off("drain", done).off("close", done);
        this.#drained = undefined;
        resolve();
      };
      stdin.once("drain", done).once("close", done);
    });
    return this.#drained;
  }

  /** Stops reading the program's output until it is called with `false`. */
  pauseOutput(isPaused: boolean): void {
    if (isPaused) this.#child?.stdout?.pause();
    else this.#child?.stdout?.resume();
  }

  kill(): void {
    this.#recordTree();
    signalAll(this.#tree, "SIGKILL");
    running.delete(this);
  }

  /** Puts a limit between the program's output and the SDK, which would end the connection over a long message. */
  #limitMessages({ stdout }: ChildProcess): void {
    if (!stdout) return;
    const readers = stdout.listeners("data") as ((chunk: Buffer) => void)[];
    stdout.removeAllListeners("data");
    const limit = limitMessages(
      (lines) => readers.forEach((read) => read(lines)),
      ({ id, size }) => {
        const message = longMessageText(size);
        if (id === undefined) this.#receiveStderr(`\n(${message})\n`);
        else this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32603, message } });
      },
    );
    stdout.on("data", limit);
    stdout.on("data", this.#stray.read);
  }

  /** Closes the pipes when the program has exited, even if a descendant keeps them open. */
  #closeAfterExit(child: ChildProcess): void {
    let late: NodeJS.Timeout | undefined;
    child.once("exit", (code, signal) => {
      this.#exit = code ?? signal ?? undefined;
      late = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, LAST_OUTPUT_MS);
    });
    child.once("close", () => clearTimeout(late));
  }

  async #end(): Promise<void> {
    this.#endedByItself = this.#isGone();
    this.#recordTree();
    const closed = super.close().catch(() => {});
    await waitAtMost(POLITE_MS, closed);
    // Includes what it started while it was exiting.
    this.#recordTree();
    const tree = this.#tree;
    if (isAnyRunning(tree)) {
      signalAll(tree, "SIGTERM");
      await untilGone(tree, FIRM_MS);
      signalAll(tree, "SIGKILL");
      // A busy system takes a moment to end what is killed.
      await untilGone(tree, LAST_MS);
    }
    await waitAtMost(LAST_MS, closed);
    running.delete(this);
  }

  #isGone(): boolean {
    return (
      this.#closing === undefined &&
      running.has(this) &&
      (this.#exit !== undefined || this.pid === null)
    );
  }

  /** Records the running descendants: after the program has exited, only the mark identifies them. */
  #recordTree(): void {
    const found = [...this.#tree, ...processesOf(this.pid, `${MARK}=${this.#mark}`)];
    this.#tree = [...new Map(found.map((one) => [`${one.pid} ${one.started}`, one])).values()];
  }

  #receiveStderr(text: string): void {
    this.#stderrTail = (this.#stderrTail + text).slice(-MOST_CHARACTERS);
    try {
      this.#onStderr?.(text);
    } catch {
      // An error of the listener must not end the connection.
    }
  }
}
