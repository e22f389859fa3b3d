import { readFileSync } from "node:fs";
import { protocolVersions } from "midcall/testing";
import type { FrameworkUnderTest } from "../../../packages/midcall/test/server/frameworks/framework-lab.js";
import { sdkV1 } from "../../../packages/midcall/test/server/frameworks/sdk-v1-server.js";
import { sdkV2 } from "../../../packages/midcall/test/server/frameworks/sdk-v2-server.js";
import { fastMcp } from "./fastmcp-framework.js";
import { mcpUse } from "./mcp-use-framework.js";

interface Row extends Pick<FrameworkUnderTest, "name" | "wires" | "withoutResources"> {
  readonly entry: string;
  /** The version that the tests run on. */
  readonly version: string;
}

const versionIn = (manifest: string, name: string): string => {
  const url = new URL(`../../../${manifest}`, import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(url, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return dependencies[name]!;
};

/** The frameworks, each with what the shared tests run on. */
export const ROWS: readonly Row[] = [
  {
    ...sdkV2,
    entry: "midcall/server",
    version: versionIn("examples/package.json", "@modelcontextprotocol/server"),
  },
  {
    ...sdkV1,
    name: "@modelcontextprotocol/sdk",
    entry: "midcall/server/sdk-v1",
    version: versionIn("examples/package.json", "@modelcontextprotocol/sdk"),
  },
  {
    ...fastMcp,
    entry: "midcall/server/fastmcp",
    version: versionIn("test/night/servers/package.json", "fastmcp"),
  },
  {
    ...mcpUse,
    entry: "midcall/server/mcp-use",
    version: versionIn("test/night/peers/package.json", "mcp-use"),
  },
];

const TRANSPORTS = { stdio: "stdio", http: "HTTP" } as const;

/** The table of docs/servers.md, from what the tests run on. */
export function frameworkTable(): string[][] {
  const head = ["framework", "entry", "tested on", ...protocolVersions, "asks in"];
  const rows = ROWS.map(({ name, entry, version, wires: own, withoutResources }) => [
    name,
    `\`${entry}\``,
    version,
    ...protocolVersions.map((protocolVersion) => {
      const transports = own.filter((wire) => wire.protocolVersion === protocolVersion);
      return transports.map(({ transport }) => TRANSPORTS[transport]).join(", ") || "—";
    }),
    withoutResources === true ? "tools, prompts" : "tools, prompts, resources",
  ]);
  return [head, ...rows];
}
