/**
 * `midcall/integrations/claude-agent`: the inbox in hosts on the Claude Agent SDK, `@anthropic-ai/claude-agent-sdk`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 * @module
 */
export { attach } from "./attach.js";
export type { ClaudeQuery } from "./types.js";
