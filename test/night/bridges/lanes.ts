import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { accept, createTestHost, type ProtocolVersion, type TestHost } from "midcall/testing";
import { nightFile } from "../install.mjs";
import { createNotingBrowser, type NotingBrowser } from "../../e2e/noting-browser.js";
import { patienceMs } from "../../night.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const tool = (path: string): string => nightFile("bridges", path);

/** A bridge from a host on stdio to a server behind a URL. */
export interface BridgeUnderTest {
  readonly name: string;
  command(url: string, stateDir: string): readonly string[];
}

export const bridges: readonly BridgeUnderTest[] = [
  {
    name: "midcall bridge",
    command: (url, stateDir) => [
      ...[join(root, "packages/cli/dist/main.js"), "bridge", "--state", stateDir, url],
    ],
  },
  {
    name: "mcp-remote 0.15.1, --protocol auto",
    command: (url) => [
      tool("mcp-remote/dist/proxy.js"),
      url,
      "--transport",
      "http-only",
      "--allow-http",
      "--protocol",
      "auto",
    ],
  },
  {
    name: "supergateway 4.0.0",
    command: (url) => [
      tool("supergateway/dist/index.js"),
      "--streamableHttp",
      url,
      "--logLevel",
      "none",
    ],
  },
];

/** What a bridge is asked to do. Its result is `right`, or what happened in its place. */
export interface Lane {
  readonly name: string;
  readonly host: ProtocolVersion;
  readonly server: ProtocolVersion;
  readonly capabilities?: Record<string, never> | undefined;
  run(host: TestHost, machine: LaneMachine): Promise<string>;
}

export interface LaneMachine {
  readonly noting: NotingBrowser;
  /** What the server has written to stderr. */
  serverSaid(): string;
}

const textOf = (result: { content: readonly unknown[] }): string =>
  (result.content as readonly { text?: string }[]).map(({ text = "" }) => text).join("");

async function callIs(host: TestHost, name: string, expected: unknown): Promise<string> {
  const text = textOf(await host.callTool(name));
  return text === JSON.stringify(expected) ? "right" : shortened(text);
}

const red = { action: "accept", content: { color: "red" } };
const form = (host: TestHost): Promise<string> => callIs(host, "form", { one: red });
const two = (host: TestHost): Promise<string> => callIs(host, "two", { one: red, two: red });
const link = (host: TestHost): Promise<string> =>
  callIs(host, "link", { one: { action: "accept" } });
const poll = async (isDone: () => boolean): Promise<boolean> => {
  for (const until = Date.now() + patienceMs; Date.now() < until && !isDone();)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return isDone();
};

export const lanes: readonly Lane[] = [
  { name: "form", host: "2025-11-25", server: "2025-11-25", run: form },
  { name: "link", host: "2025-11-25", server: "2025-11-25", run: link },
  { name: "two questions at once", host: "2025-11-25", server: "2025-11-25", run: two },
  { name: "form", host: "2025-11-25", server: "2026-07-28", run: form },
  { name: "link", host: "2025-11-25", server: "2026-07-28", run: link },
  { name: "two questions at once", host: "2025-11-25", server: "2026-07-28", run: two },
  { name: "form", host: "2026-07-28", server: "2025-11-25", run: form },
  { name: "link", host: "2026-07-28", server: "2025-11-25", run: link },
  {
    name: "form, and the host cannot ask",
    host: "2025-11-25",
    server: "2025-11-25",
    capabilities: {},
    async run(host, { noting }) {
      const failed = host.callTool("form").then(textOf, (error: Error) => error.message);
      const isAsked = poll(() => noting.count() > 0);
      return Promise.race([
        isAsked.then((is) => (is ? "right" : "nobody is asked")),
        failed.then(shortened),
      ]);
    },
  },
  {
    name: "cancellation",
    host: "2025-11-25",
    server: "2025-11-25",
    async run(host, { serverSaid }) {
      const over = new AbortController();
      let isOver = false;
      const calling = host
        .callTool("waits", {}, { signal: over.signal })
        .catch(() => {})
        .finally(() => (isOver = true));
      await poll(() => isOver || serverSaid().includes("begun"));
      if (isOver) return "the call ends before it is cancelled";
      over.abort();
      await calling;
      return (await poll(() => serverSaid().includes("aborted"))) ? "right" : "the server works on";
    },
  },
];

/** Runs a lane through a bridge. */
export async function runLane(bridge: BridgeUnderTest, lane: Lane): Promise<string> {
  using noting = createNotingBrowser();
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-lane-"));
  const server = spawn(
    process.execPath,
    [join(root, "packages/cli/test/bridge/fixtures/asking-server.mjs"), lane.server, "http"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  try {
    const url = await new Promise<string>((resolve) =>
      server.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim())),
    );
    const connection = new StdioClientTransport({
      command: process.execPath,
      args: [...bridge.command(url, stateDir)],
      env: { ...(process.env as Record<string, string>), ...noting.env },
      stderr: "ignore",
    });
    const answers = ({ params }: { params: Record<string, unknown> }) =>
      params["mode"] === "url" ? accept() : accept({ color: "red" });
    await using host = await createTestHost({
      ...{ protocolVersion: lane.host, connection, timeoutMs: patienceMs, answers },
      ...(lane.capabilities && { capabilities: lane.capabilities }),
    });
    return await lane.run(host, { noting, serverSaid: () => said });
  } catch (error) {
    return shortened((error as Error).message);
  } finally {
    server.kill("SIGKILL");
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** What happened, in a few words that are the same every time. */
function shortened(text: string): string {
  const [code] = /-32\d{3}/.exec(text) ?? [];
  if (code !== undefined) return `error ${code}`;
  if (/did not finish|timed? ?out/i.test(text)) return "no answer";
  if (/asked for elicitation/.test(text)) return "the question is refused";
  if (/version/i.test(text)) return "no connection";
  if (/does not support|capab/i.test(text)) return "the server is told that nobody can be asked";
  return text.slice(0, 60).replaceAll("|", " ");
}
