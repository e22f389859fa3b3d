/** A tool as the OpenAI Agents SDK lists it. */
export interface AgentsTool {
  name: string;
  description?: string;
  inputSchema: {
    type: "object";
    properties: Record<string, unknown>;
    required: string[];
    additionalProperties: boolean;
  };
}

/** The result of a tool. */
export interface AgentsToolResult {
  content: { type: string; [key: string]: unknown }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** Options of one call. */
export interface AgentsCallOptions {
  signal?: AbortSignal;
}

/**
 * An `MCPServer` of the OpenAI Agents SDK. Its optional members (`toolFilter`, `errorFunction`, `useStructuredContent` and
 * others) may be set on it.
 */
export interface AgentsServer {
  /** The host's name for the server. */
  readonly name: string;
  /** Always false: the SDK asks the client at each run. */
  readonly cacheToolsList: false;
  connect(): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<AgentsTool[]>;
  callTool(
    name: string,
    args: Record<string, unknown> | null,
    meta?: Record<string, unknown> | null,
    options?: AgentsCallOptions,
  ): Promise<AgentsToolResult["content"] & Omit<AgentsToolResult, "content">>;
  callToolResult(
    name: string,
    args: Record<string, unknown> | null,
    meta?: Record<string, unknown> | null,
    options?: AgentsCallOptions,
  ): Promise<AgentsToolResult>;
  /** Does nothing: there is no cache. */
  invalidateToolsCache(): Promise<void>;
}
