import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** An example server in its own process. */
export interface ServerProcess {
  /**
   * A new connection. On stdio, each connection starts a process.
   *
   * @param onPage - receives the URL of each page that the process prints instead of opening it (`--print-pages`)
   */
  connect(onPage?: (url: string) => void): Transport;
  /** The words that name this server for `midcall`: a command or a URL. */
  readonly words: readonly string[];
  /** Environment variables of the command. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly transport: "stdio" | "http";
  /** Built file of the server, relative to this one. */
  readonly file: string;
  readonly root: string;
  readonly args?: readonly string[] | undefined;
  /** Over HTTP: obtains the access token that the server requires. */
  readonly getToken?: ((url: URL) => Promise<string>) | undefined;
}

const START_MS = 20_000;
const running = new Set<() => void>();

/** Kills all servers that are still running; for the exit of this process. */
export function killAll(): void {
  for (const kill of running) kill();
  running.clear();
}

/** Starts a server; over HTTP it is listening when this resolves. @throws Error when it does not start */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { transport, root, file, args = [], getToken } = options;
  const command = [fileURLToPath(new URL(file, import.meta.url)), "--root", root, ...args];
  // The user's git settings (signing, hooks, templates) must not affect the demonstration.
  // With CI, no server opens a page in the user's real browser.
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", CI: "1" };
  if (transport === "stdio") return overStdio(command, env);
  const child = spawn(process.execPath, [...command, "--http"], {
    // The channel closes when this process ends, and the server exits when the channel closes.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, ...env, MIDCALL_SECRET: randomBytes(32).toString("base64url") },
  });
  const kill = (): void => void child.kill("SIGKILL");
  running.add(kill);
  const url = await listeningUrl(child).catch((error: unknown) => {
    kill();
    throw error;
  });
  const token = await getToken?.(url).catch((error: unknown) => {
    kill();
    throw error;
  });
  const requestInit = token !== undefined && { headers: { authorization: `Bearer ${token}` } };
  return {
    connect: () => new StreamableHTTPClientTransport(url, requestInit ? { requestInit } : {}),
    words: [url.href],
    env: {},
    async close() {
      await end(child);
      running.delete(kill);
    },
  };
}

function overStdio(command: string[], env: Record<string, string>): ServerProcess {
  return {
    connect(onPage) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: command,
        env,
        stderr: onPage === undefined ? "inherit" : "pipe",
      });
      if (onPage !== undefined) readPages(transport, onPage);
      const start = transport.start.bind(transport);
      transport.start = async () => {
        await start();
        const { pid } = transport;
        if (pid === null) return;
        const kill = (): void => killProcess(pid);
        running.add(kill);
        // The process id may be reused after the process has ended.
        const close = transport.close.bind(transport);
        transport.close = async () => {
          await close();
          running.delete(kill);
        };
      };
      return transport;
    },
    words: [process.execPath, ...command],
    env,
    // Closing a connection ends its process.
    close: async () => {},
  };
}

/** Reads the URLs of pages from the process's stderr, and forwards the rest. */
function readPages({ stderr }: StdioClientTransport, onPage: (url: string) => void): void {
  if (stderr === null) return;
  createInterface(stderr as Readable).on("line", (line) => {
    const url = /^Open (http:\S+)$/.exec(line)?.[1];
    if (url === undefined) process.stderr.write(`${line}\n`);
    else onPage(url);
  });
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

/** Reads the URL from the server's stderr, and forwards the rest. */
function listeningUrl(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => fail(`did not listen within ${START_MS / 1000} s`), START_MS);
    const fail = (what: string): void => {
      clearTimeout(timer);
      reject(new Error(`The server ${what}. Its stderr: ${said.trim() || "(empty)"}`));
    };
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("exit", (code) => fail(`exited with code ${code}`));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.stderr
        ?.removeAllListeners("data")
        .on("data", (more: string) => process.stderr.write(more));
      resolve(new URL(url));
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 2_000);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
