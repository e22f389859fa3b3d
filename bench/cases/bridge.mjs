/**
 * What `midcall bridge` costs: the time of a plain tool call through it, against the same call without a bridge, and
 * through a program that only passes bytes on (`bridge-stdio`), and against mcp-remote in front of the same server behind
 * a URL (`bridge-url`); and the memory of 100 sessions in which nothing happens (`bridge-idle`).
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { installNight, nightFile } from "../../test/night/install.mjs";
import { watchOutsideLoad } from "../outside-load.mjs";
import { median } from "../statistics.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const midcall = `${root}packages/cli/dist/main.js`;
const mcpRemote = nightFile("bridges", "mcp-remote/dist/proxy.js");
const server = `${root}packages/cli/test/bridge/fixtures/asking-server.mjs`;
const passBytes = `${root}bench/servers/pass-bytes.mjs`;
const SESSIONS = 100;
const MIB = 1024 * 1024;

/** @param {string[]} args of Node */
async function connect(args) {
  const client = new Client({ name: "bench", version: "1" });
  const env = /** @type {Record<string, string>} */ (process.env);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }),
  );
  return client;
}

/** The server over HTTP; resolves with its URL. */
async function listen() {
  const child = spawn(process.execPath, [server, "2025-11-25", "http"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((resolve) =>
    child.stdout.setEncoding("utf8").once("data", (text) => resolve(text.trim())),
  );
  return { url, stop: () => child.kill("SIGKILL") };
}

/** @param {Client} client */
async function call(client) {
  const start = performance.now();
  await client.callTool({ name: "echo", arguments: { value: "x".repeat(200) } });
  return performance.now() - start;
}

/**
 * Calls in turn: one call of each after the other.
 *
 * @param {Client} ours @param {Client} theirs @param {boolean} quick
 */
async function compare(ours, theirs, quick) {
  const [calls, warmUp] = quick ? [400, 200] : [2_000, 500];
  const outside = watchOutsideLoad();
  const [own, other] = [[], []];
  for (let index = 0; index < warmUp + calls; index += 1) {
    const isFirst = index % 2 === 0;
    const first = await call(isFirst ? ours : theirs);
    const second = await call(isFirst ? theirs : ours);
    if (index < warmUp) continue;
    own.push(isFirst ? first : second);
    other.push(isFirst ? second : first);
  }
  await Promise.all([ours.close(), theirs.close()]);
  const [median1, median2] = [median(own), median(other)];
  return {
    ratio: median2 / median1,
    median: median1,
    otherMedian: median2,
    unit: "ms per call",
    outsideCores: outside(0),
    note: `${(median1 / median2).toFixed(2)} times the other's time`,
  };
}

/** Resident memory of a process, in MiB. @param {number} pid */
function memoryOf(pid) {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return (Number(pages) * 4096) / MIB;
}

export const cases = [
  {
    id: "bridge-stdio",
    against: "direct",
    servers: [],
    async run({ quick }) {
      const bridge = [midcall, "bridge", "--ui", "none", "--", process.execPath];
      const program = [server, "2025-11-25"];
      return compare(await connect([...bridge, ...program]), await connect(program), quick);
    },
  },
  {
    id: "bridge-stdio",
    against: "pass-bytes",
    servers: [],
    async run({ quick }) {
      const bridge = [midcall, "bridge", "--ui", "none", "--", process.execPath];
      const program = [server, "2025-11-25"];
      const least = [passBytes, process.execPath, ...program];
      return compare(await connect([...bridge, ...program]), await connect(least), quick);
    },
  },
  {
    id: "bridge-url",
    against: "mcp-remote",
    servers: [],
    async run({ quick }) {
      await installNight("bridges");
      const { url, stop } = await listen();
      try {
        const ours = await connect([midcall, "bridge", "--ui", "none", url]);
        const remote = [mcpRemote, url, "--transport", "http-only", "--allow-http"];
        return await compare(ours, await connect(remote), quick);
      } finally {
        stop();
      }
    },
  },
  {
    id: "bridge-idle",
    against: "empty",
    servers: [],
    async run() {
      const { url, stop } = await listen();
      const words = [midcall, "bridge", "--ui", "none", "--listen", "0", url];
      const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
      const own = await new Promise((resolve) =>
        child.stderr.setEncoding("utf8").on("data", (text) => {
          const [found] = /http:\S+\/mcp$/m.exec(text) ?? [];
          if (found) resolve(found);
        }),
      );
      try {
        const before = memoryOf(child.pid);
        for (let index = 0; index < SESSIONS; index += 1) {
          const client = new Client({ name: "bench", version: "1" });
          await client.connect(new StreamableHTTPClientTransport(new URL(own)));
          await client.callTool({ name: "echo", arguments: { value: index } });
        }
        const after = memoryOf(child.pid);
        return {
          ratio: before / after,
          median: after,
          otherMedian: before,
          unit: "MiB",
          note: `${(((after - before) * 1024) / SESSIONS).toFixed(0)} KiB for each of ${SESSIONS} sessions`,
        };
      } finally {
        child.kill("SIGKILL");
        stop();
      }
    },
  },
];
