/**
 * `midcall/integrations/langchain`: the inbox in hosts on LangChain, with `loadMcpTools` of `@langchain/mcp-adapters`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { attach, type LangChainAttachOptions, type LoadMcpTools } from "./attach.js";
