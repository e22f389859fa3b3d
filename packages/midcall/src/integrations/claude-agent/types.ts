import type { ElicitResult } from "../../client/index.js";

/** A question as the Claude Agent SDK passes it on. It comes from the MCP server, and is untrusted. */
export interface ClaudeElicitation {
  /** The server's name in `mcpServers`. */
  readonly serverName: string;
  readonly message: string;
  readonly mode?: "form" | "url";
  readonly url?: string;
  readonly elicitationId?: string;
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
}

/** `onElicitation` of the Claude Agent SDK. */
export type OnClaudeElicitation = (
  request: ClaudeElicitation,
  options: { readonly signal: AbortSignal },
) => Promise<ElicitResult>;

/** `query` of `@anthropic-ai/claude-agent-sdk`, as far as it is used. */
export type ClaudeQuery = (params: {
  // The SDK's own types of prompts and options remain those of the function that is passed.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  prompt: any;
  options?: { onElicitation?: OnClaudeElicitation };
}) => AsyncGenerator<unknown, void>;
