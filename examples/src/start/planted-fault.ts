import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { type Example, text } from "../serve.js";
import { filesIn } from "./sandbox.js";
import type { Scenario } from "./scenarios/scenario.js";

/**
 * A handler with a bug that depends on the protocol version: it writes outside of a step. On 2025 it waits for the
 * answer and writes once. On 2026-07-28 it is run again with the answer and writes twice.
 */
export const plantedFault: Example =
  ({ elicitation, root }) =>
  (server) => {
    server.registerTool(
      "sign_guest_book",
      {},
      elicitation.handler(async (ctx) => {
        await appendFile(join(root, "guest-book.txt"), "somebody was here\n");
        const answer = await ctx.elicit("Did you like it?", ["yes", "no"]);
        return text(`Thank you for your ${answer.action}.`);
      }),
    );
  };

/** Shows that the script finds the bug: the expected outcome is that of 2025. */
export const faultScenario: Scenario = {
  title: "planted fault: writing outside a step",
  calls: [{ tool: "sign_guest_book" }],
  replies: [{ fill: { value: "yes" } }],
  effects: (root) => filesIn(root, "."),
};
