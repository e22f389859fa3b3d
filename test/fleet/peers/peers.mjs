/** The servers that are compared, each as its documentation says for several replicas: see their files. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nightFile } from "../../night/install.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const quiet = { MCP_USE_ANONYMIZED_TELEMETRY: "false", NODE_ENV: "production" };

/**
 * A server, and how it is run; `package`: whose version is named; `workspace`: of test/night, where it is.
 *
 * @typedef {object} Peer
 * @property {string} name - in the table
 * @property {string} [package]
 * @property {string} [workspace]
 * @property {string} program
 * @property {"redis" | "postgres"} store
 * @property {string} path
 * @property {Record<string, string>} [env]
 */

/** Those of midcall, which need nothing that is installed apart. @type {readonly Peer[]} */
export const own = ["redis", "postgres"].map((store) => ({
  name: `midcall, ${store === "redis" ? "Redis" : "PostgreSQL"}`,
  program: here("midcall-server.mjs"),
  store,
  path: "/mcp",
}));

/** Those of other makers. @type {readonly Peer[]} */
export const others = [
  {
    name: "mcp-use, `RedisSessionStore` and `RedisStreamManager`",
    package: "mcp-use",
    program: "mcp-use.mjs",
  },
  {
    name: "mcp-handler 1, HTTP+SSE with `redisUrl`",
    package: "mcp-handler",
    workspace: "mcp-handler-1",
    program: "server.mjs",
    path: "/sse",
  },
  {
    name: "mcp-handler 1, Streamable HTTP",
    package: "mcp-handler",
    workspace: "mcp-handler-1",
    program: "server.mjs",
  },
  {
    name: "mcp-handler 2",
    package: "mcp-handler",
    program: "mcp-handler-2.mjs",
    env: { WAY: "returned" },
  },
  {
    name: "fastmcp, shared `eventStore`",
    package: "fastmcp",
    program: "fastmcp.mjs",
  },
  {
    name: "fastmcp, `stateless`",
    package: "fastmcp",
    program: "fastmcp.mjs",
    env: { SESSIONS: "stateless" },
  },
  {
    name: "official SDK 1, shared `eventStore`",
    package: "@modelcontextprotocol/sdk",
    program: "sdk-1.mjs",
  },
  {
    name: "the same, sessions revived by hand, asked on the call's stream",
    package: "@modelcontextprotocol/sdk",
    program: "sdk-1.mjs",
    env: { SESSIONS: "revived" },
  },
  {
    name: "official SDK 2, shared `eventStore`, `elicitInput`",
    package: "@modelcontextprotocol/server",
    program: "sdk-2.mjs",
    env: { WAY: "pushed" },
  },
  {
    name: "the same, `inputRequired`",
    package: "@modelcontextprotocol/server",
    program: "sdk-2.mjs",
    env: { WAY: "returned" },
  },
].map(({ workspace = "fleet-peers", ...peer }) => ({
  path: "/mcp",
  store: "redis",
  ...peer,
  workspace,
  program: here(`../../night/${workspace}/${peer.program}`),
  env: { ...quiet, ...peer.env },
}));

/** The version of a peer that is installed. */
export function versionOf({ package: name, workspace }) {
  return JSON.parse(readFileSync(nightFile(workspace, `${name}/package.json`), "utf8")).version;
}
