/**
 * `midcall/integrations/ai-sdk`: the inbox in a host on the AI SDK, with its MCP client `@ai-sdk/mcp`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { attach, type AiSdkAttachOptions, type AiSdkTransport } from "./attach.js";
