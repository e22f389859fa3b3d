import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installFolder } from "../install-folder.mjs";
import { type PostgresServer, startPostgresServer } from "./postgres-server.mjs";

/** The example of docs/long-approvals.md: compiled, run on a real database, and killed while it waits. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(root, "examples/long-approval");
const often = { interval: 50 };

let postgres: PostgresServer;
let folder: string;
let log: string;
beforeAll(async () => {
  await installFolder(FOLDER, {
    name: "examples/long-approval",
    contents: "DBOS",
    help: "It needs the npm registry.",
  });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [tsc, "-p", FOLDER]);
  postgres = await startPostgresServer();
  folder = await mkdtemp(join(tmpdir(), "midcall-long-approval-"));
  log = join(folder, "payments.log");
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await postgres?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const children = new Set<ChildProcess>();

interface Replica {
  readonly url: string;
  kill(): Promise<void>;
}

async function start(executor: string): Promise<Replica> {
  const child = spawn(process.execPath, [join(FOLDER, "dist/server.js")], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      MIDCALL_SECRET: "a secret that all processes of the example share",
      EXECUTOR_ID: executor,
      PAYMENTS_LOG: log,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [found] = /http:\S+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void gone.then(() => reject(new Error(`The example has ended:\n${output}`)));
  });
  return {
    url,
    kill: () => {
      child.kill("SIGKILL");
      return gone;
    },
  };
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Calls a tool as somebody who says yes to every question. */
async function call(
  { url }: Replica,
  token: string,
  tool: { name: string; arguments: Record<string, unknown> },
  protocolVersion: string,
): Promise<string> {
  const client = new Client(
    { name: "approval-test", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {} } },
      ...(protocolVersion === "2026-07-28" && {
        versionNegotiation: { mode: { pin: protocolVersion } },
      }),
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { properties } = (params as { requestedSchema: { properties: object } }).requestedSchema;
    const content = Object.fromEntries(Object.keys(properties).map((name) => [name, true]));
    return { action: "accept" as const, content };
  });
  const requestInit = { headers: bearer(token) };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    const { content } = await client.callTool(tool);
    return (content as { text: string }[])[0]!.text;
  } finally {
    await client.close();
  }
}

const decide = async ({ url }: Replica, id: string, verb: string, token: string): Promise<number> =>
  (
    await fetch(new URL(`/payments/${id}/${verb}`, url), {
      method: "POST",
      headers: bearer(token),
    })
  ).status;

/** What was done for a payment, once for each time. */
const doneFor = async (id: string): Promise<string[]> =>
  (await readFile(log, "utf8").catch(() => ""))
    .split("\n")
    .filter((line) => line.split(" ")[1] === id)
    .map((line) => line.split(" ")[0]!);

describe.each(["2025-11-25", "2026-07-28"])("a long approval on %s", (version) => {
  it("goes on in another process after SIGKILL, and pays once", async () => {
    const executor = `executor of ${version}`;
    const first = await start(executor);
    const payment = { name: "request_payment", arguments: { payee: "Globex", euros: 1200 } };
    const requested = await call(first, "token-of-alice", payment, version);
    const id = /Its id is ([\w-]+)\.$/.exec(requested)![1]!;
    await expect.poll(() => doneFor(id), often).toEqual(["notify"]);
    await first.kill();

    const second = await start(executor);
    const status = (token: string): Promise<string> =>
      call(second, token, { name: "payment_status", arguments: { id } }, version);
    expect(await status("token-of-alice")).toBe("Nobody has decided yet.");
    expect(await status("token-of-bob")).toBe("The user has requested no payment with this id.");
    expect(await decide(second, id, "approve", "token-of-alice")).toBe(403);
    expect(await decide(second, id, "approve", "a stolen guess")).toBe(401);
    expect(await decide(second, "another", "approve", "token-of-bob")).toBe(404);
    expect(await decide(second, id, "approve", "token-of-bob")).toBe(202);
    // The first decision counts.
    expect(await decide(second, id, "refuse", "token-of-bob")).toBe(202);
    await expect
      .poll(() => status("token-of-alice"), often)
      .toBe("bob approved. 1200 euros were paid to Globex.");
    // A step that has ended is done again if its process dies before the engine has recorded it.
    expect([...new Set(await doneFor(id))]).toEqual(["notify", "pay"]);
    expect((await doneFor(id)).filter((step) => step === "pay")).toHaveLength(1);
    await second.kill();
  });
});
