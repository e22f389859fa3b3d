"use client";

/**
 * `midcall/react/headless`: answers a question with elements of your own, through prop getters.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 * @module
 */
export type { UsedElicitation } from "./used-elicitation.js";
export { useElicitation } from "./use-elicitation.js";
