/**
 * `midcall/server/mcp-use`: `await ctx.elicit(…)` in servers of mcp-use 2, without migrating.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export type { ElicitationContext } from "./context.js";
export { createElicitation, type McpUseElicitation } from "./create-elicitation.js";
