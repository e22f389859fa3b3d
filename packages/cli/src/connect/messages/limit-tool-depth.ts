import { emptyBelow } from "../../nesting.js";
import { member } from "../../json.js";
import type { Tap } from "./tap-transport.js";

/** Far more than any form has, and far less than what ends the reader of a list. */
const MOST_LEVELS = 100;

/**
 * Empties schemas of tools below a depth at which their reader would fail, and take the other tools along.
 * An empty schema allows everything, so the tool can be called. Has to see messages after everybody else.
 */
export const limitToolDepth: Tap = (direction, message) => {
  const tools = direction === "received" ? member(member(message, "result"), "tools") : undefined;
  if (Array.isArray(tools)) emptyBelow(MOST_LEVELS, tools);
};
