import type { ClientLibrary } from "../library.js";

export const connect: ClientLibrary["connect"];

type Tool = {
  execute(input: object, context: object): Promise<{ content: { text: string }[] }>;
};

/** What the tests use of an `MCPClient`. */
export interface MastraClient {
  listTools(): Promise<Record<string, Tool>>;
  listToolsWithErrors(): Promise<{ errors: Record<string, string> }>;
  disconnect(): Promise<void>;
}

/** The exports of `@mastra/mcp`. */
export function loadMastra(): Promise<{
  readonly MCPClient: new (options: object) => MastraClient;
}>;
