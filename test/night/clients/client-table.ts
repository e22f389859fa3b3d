import { readFileSync } from "node:fs";
import { protocolVersions } from "midcall/testing";
import { claudeAgent, langchain, openaiAgents } from "./agent-libraries.js";
import type { ClientLibrary } from "./library.js";
import { aiSdk, mastra, officialClient, sdkV1 } from "./libraries.js";

interface Row {
  readonly library: ClientLibrary;
  /** The page in docs/clients; the official client is described in the README. */
  readonly page?: string;
  /** It changes or refuses some forms, so that it has a list of behaviours of its own. */
  readonly changesForms?: boolean;
}

/** The libraries, each with what the shared tests run on. */
export const ROWS: readonly Row[] = [
  { library: officialClient },
  { library: sdkV1, page: "sdk-v1" },
  { library: aiSdk, page: "ai-sdk" },
  { library: mastra, page: "mastra" },
  { library: langchain, page: "langchain" },
  { library: openaiAgents, page: "openai-agents" },
  { library: claudeAgent, page: "claude-agent", changesForms: true },
];

/** The version of a library that the tests run on. */
function versionOf(name: string): string {
  const url = new URL("package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(url, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return dependencies[name]!;
}

const TRANSPORTS = { stdio: "stdio", http: "HTTP" } as const;

/** The table of docs/clients.md, from what the tests run on. */
export function clientTable(): string[][] {
  const head = ["library", "entry", "tested on", ...protocolVersions, "forms"];
  const rows = ROWS.map(({ library, page, changesForms }) => {
    const { name, entry, wires } = library;
    return [
      page ? `[${name}](clients/${page}.md)` : name,
      `\`${entry}\``,
      versionOf(name),
      ...protocolVersions.map((version) => {
        const own = wires.filter(({ protocolVersion }) => protocolVersion === version);
        return own.map(({ transport }) => TRANSPORTS[transport]).join(", ") || "—";
      }),
      changesForms === true ? "some are changed" : "as sent",
    ];
  });
  return [head, ...rows];
}
