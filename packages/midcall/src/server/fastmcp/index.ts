/**
 * `midcall/server/fastmcp`: `await ctx.elicit(…)` in servers of fastmcp, without migrating.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 * @module
 */
export type { ElicitationContext } from "./context.js";
export { createElicitation, type FastMcpElicitation } from "./create-elicitation.js";
