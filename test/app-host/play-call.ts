import { createTestHost, type ProtocolVersion, type TestHost } from "midcall/testing";
import { ANSWER_TOOL } from "../../packages/midcall/src/contracts/app.js";
import type { AppHost } from "./open-app-host.js";
import type { Tables } from "./tables-server.js";

/** A host that declares that it renders Views, and no elicitation. */
export const RENDERS_VIEWS = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

type Result = Awaited<ReturnType<TestHost["callTool"]>>;

/** A server of midcall's behind the test host. */
export interface Play extends AsyncDisposable {
  /** Calls a tool, as the model does. Resolves with its result, as the host has it. */
  call(tool: string): Promise<Result>;
  /** What the model reads of a result. */
  read(result: Result): string;
}

/** Connects the test host with a server: what its View calls goes there. */
export async function play(
  host: AppHost,
  tables: Tables,
  protocolVersion: ProtocolVersion,
  transport: "stdio" | "http" = "http",
): Promise<Play> {
  const server = await createTestHost({
    ...{ build: tables.build, protocolVersion, transport },
    capabilities: RENDERS_VIEWS,
  });
  host.serve((args) => server.callTool(ANSWER_TOOL, { ...args }));
  return {
    call: (tool) => server.callTool(tool),
    read: ({ content }) => content.map((one) => (one.type === "text" ? one.text : "")).join("\n"),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
