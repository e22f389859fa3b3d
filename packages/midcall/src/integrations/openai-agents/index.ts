/**
 * `midcall/integrations/openai-agents`: the inbox in hosts on the OpenAI Agents SDK, `@openai/agents`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export { attach, type OpenAiAgentsAttachOptions } from "./attach.js";
export type { AgentsServer } from "./types.js";
