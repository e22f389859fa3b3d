/**
 * `midcall/integrations/mastra`: the inbox in a host on Mastra, with the `MCPClient` of `@mastra/mcp` 2.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { attach, type MastraAttachOptions, type MastraClient } from "./attach.js";
