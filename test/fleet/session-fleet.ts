import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProxy } from "./forwarding.mjs";

const REPLICA = fileURLToPath(new URL("./session-replica.mjs", import.meta.url));

/** Processes behind a proxy that sends each request to the next of them. */
export interface SessionFleet {
  readonly url: string;
  /** How many processes were killed. */
  readonly killed: number;
  /** The ids of calls whose process was killed after it had got them. */
  readonly orphaned: ReadonlySet<string>;
  /** Each step begun so far, as `id name idempotencyKey`. */
  steps(): string[];
  /** Ends one process, and starts another in its place. Resolves when that serves. */
  replace(which: number, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  close(): Promise<void>;
}

interface Replica {
  readonly child: ChildProcess;
  readonly port: number;
  /** The calls that it got. */
  readonly calls: Set<string>;
}

/** The id of the call that a request begins, if it begins one. */
function callIn(body: Buffer): string | undefined {
  const text = body.toString();
  if (!text.includes('"tools/call"')) return undefined;
  const { params } = JSON.parse(text) as { params?: { arguments?: { id?: string } } };
  return params?.arguments?.id;
}

const COUNT = 3;

/**
 * @param store - the address of a Redis or PostgreSQL server
 * @param spareCount - processes that are started at once and take the place of those that end
 */
export async function createSessionFleet(store: string, spareCount = 0): Promise<SessionFleet> {
  const folder = mkdtempSync(join(tmpdir(), "midcall-sessions-"));
  const log = join(folder, "steps.log");
  writeFileSync(log, "");
  const env = {
    ...process.env,
    FLEET_SECRET: "a secret that all replicas share, and nothing else",
    FLEET_LOG: log,
    FLEET_STORE: store,
  };
  const orphaned = new Set<string>();
  let killed = 0;

  const children = new Set<ChildProcess>();
  const start = async (): Promise<Replica> => {
    const child = spawn(process.execPath, [REPLICA], { env, stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once("data", (line: Buffer) => resolve(Number(line.toString())));
      child.once("exit", () => {
        children.delete(child);
        reject(new Error("A replica ended before it served."));
      });
    });
    return { child, port, calls: new Set() };
  };
  const spares = await Promise.all(Array.from({ length: COUNT + spareCount }, start));
  const replicas: (Replica | undefined)[] = spares.splice(0, COUNT);

  let turn = 0;
  const proxy = createProxy(function* ({ body }) {
    const call = callIn(body);
    for (let tries = COUNT * 2; tries > 0; tries--) {
      const replica = replicas[turn++ % COUNT];
      if (replica === undefined) continue;
      if (call !== undefined) replica.calls.add(call);
      yield replica.port;
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
    get killed() {
      return killed;
    },
    orphaned,
    steps: () => readFileSync(log, "utf8").split("\n").filter(Boolean),
    async replace(which, signal) {
      const replica = replicas[which];
      if (replica === undefined) return;
      replicas[which] = undefined;
      killed += 1;
      for (const call of replica.calls) orphaned.add(call);
      replica.child.kill(signal);
      replicas[which] = spares.pop() ?? (await start());
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
