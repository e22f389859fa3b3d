/**
 * `midcall/server/sdk-v1`: `await ctx.elicit(…)` in servers of `@modelcontextprotocol/sdk` 1.x, without migrating.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 * @module
 */
export type { ElicitationContext } from "./context.js";
export { createElicitation, type SdkV1Elicitation } from "./create-elicitation.js";
