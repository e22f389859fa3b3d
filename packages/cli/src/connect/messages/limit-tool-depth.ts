import { emptyBelow } from "../../nesting.js";
import { member } from "../../json.js";
import type { Tap } from "./tap-transport.js";

/** Far deeper than any form, and far less deep than what exhausts the stack of the SDK's validator. */
const MOST_LEVELS = 100;

/**
 * Empties the parts of tool schemas that are nested too deeply: the SDK would fail on the whole list. An
 * empty schema accepts everything, so the tool can still be called. Must be the last tap of a transport.
 */
export const limitToolDepth: Tap = (direction, message) => {
  const tools = direction === "received" ? member(member(message, "result"), "tools") : undefined;
  if (Array.isArray(tools)) emptyBelow(MOST_LEVELS, tools);
};
