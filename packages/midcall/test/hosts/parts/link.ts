import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createWirePair } from "../../../src/testing/wire-pair.js";

/** One JSON-RPC message. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A connection to a server, with nothing between a host and the messages. */
export interface Link {
  start(onMessage: (message: Message) => void): Promise<void>;
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

/** A server in this process, on a pipe. */
export function linkTo(build: McpServerFactory): Link {
  const [mine, theirs] = createWirePair();
  const serving = serveStdio(build, { transport: theirs });
  return {
    async start(onMessage) {
      mine.onmessage = (message) => onMessage(message as Message);
      await mine.start();
    },
    send: (message) => mine.send(message as never),
    close: async () => {
      await serving.close();
      await mine.close();
    },
  };
}

/** A server in a process of its own, on its standard input and output. */
export function linkToProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Link {
  let child: ChildProcess | undefined;
  return {
    async start(onMessage) {
      child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
      const lines = createInterface({ input: child.stdout! });
      lines.on("line", (line) => onMessage(JSON.parse(line) as Message));
      await once(child, "spawn");
    },
    async send(message) {
      child?.stdin?.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      if (child === undefined || child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.stdin?.end();
      await exited;
    },
  };
}
