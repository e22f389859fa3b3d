import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPLICA = fileURLToPath(new URL("./replica.mjs", import.meta.url));
const PREFIX = "io.modelcontextprotocol/";
const envelope = {
  [`${PREFIX}protocolVersion`]: "2026-07-28",
  [`${PREFIX}clientInfo`]: { name: "fleet-test", version: "1" },
  [`${PREFIX}clientCapabilities`]: {
    elicitation: { form: {} },
    experimental: { "midcall/deliberate": {} },
  },
};

/** One running server process. */
export interface Replica {
  readonly port: number;
  readonly pid: number;
  /** Ends the process at once, with whatever it is doing. */
  kill(): void;
}

/** Processes that share a secret, a log file, and the store where there is one. */
export interface Fleet {
  readonly folder: string;
  start(): Promise<Replica>;
  /** Each step begun so far, as `id name idempotencyKey pid`. */
  steps(): string[];
  close(): void;
}

export function createFleet(storePath?: string): Fleet {
  const folder = mkdtempSync(join(tmpdir(), "midcall-fleet-"));
  const log = join(folder, "steps.log");
  writeFileSync(log, "");
  const children = new Set<ChildProcess>();
  const env = {
    ...process.env,
    FLEET_SECRET: "a secret that all replicas share, and nothing else",
    FLEET_LOG: log,
    ...(storePath !== undefined && { FLEET_STORE: storePath }),
  };
  return {
    folder,
    steps: () => readFileSync(log, "utf8").split("\n").filter(Boolean),
    start: () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [REPLICA], {
          env,
          stdio: ["ignore", "pipe", "inherit"],
        });
        children.add(child);
        child.once("exit", (code) => {
          children.delete(child);
          if (code !== null) reject(new Error(`A replica ended with code ${code}.`));
        });
        child.stdout.once("data", (line: Buffer) => {
          const port = Number(line.toString());
          resolve({ port, pid: child.pid!, kill: () => void child.kill("SIGKILL") });
        });
      }),
    close: () => {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the next request of a call carries. */
export interface Round {
  readonly state?: string;
  readonly responses?: Record<string, unknown>;
}

/** A reply, as far as these tests read it. */
export interface Reply {
  readonly error?: unknown;
  readonly result?: {
    readonly requestState?: string;
    readonly inputRequests?: Readonly<Record<string, { params: { message: string } }>>;
    readonly isError?: boolean;
    readonly content?: readonly { text: string }[];
  };
}

/** Sends one round of a call to one process; rejects when the process dies meanwhile. */
export async function send(
  replica: Replica,
  person: string,
  args: object,
  { state, responses }: Round,
): Promise<Reply> {
  const params = {
    name: "follow",
    arguments: args,
    _meta: envelope,
    ...(state !== undefined && { requestState: state, inputResponses: responses }),
  };
  const response = await fetch(`http://127.0.0.1:${replica.port}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "follow",
      "x-person": person,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await response.text();
  return JSON.parse(text.startsWith("{") ? text : (text.split("data: ")[1] ?? "{}")) as Reply;
}
