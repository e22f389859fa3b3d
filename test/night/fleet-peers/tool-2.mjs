/**
 * The tool on the official SDK 2.x, in its two ways. `pushed` asks as docs/servers/elicitation.md of the SDK says, `returned` as
 * docs/servers/input-required.md does ("Write the handler write-once"), which a session of 2025 gets as a pushed question, too.
 */
import { inputRequired } from "@modelcontextprotocol/server";
import * as z from "zod";
import { description, hold, messageFor, name, requestedSchema, textFor } from "./question.mjs";

const inputSchema = z.object({ room: z.string() });
const resultOf = (room, answer) => ({ content: [{ type: "text", text: textFor(room, answer) }] });

/** @param {"pushed" | "returned"} way */
export function registerTool(server, way) {
  const pushed = async ({ room }, ctx) => {
    hold(room);
    const params = { mode: "form", message: messageFor(room), requestedSchema };
    return resultOf(room, await ctx.mcpReq.elicitInput(params));
  };
  const returned = async ({ room }, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.answer;
    if (answer !== undefined) return resultOf(room, answer);
    hold(room);
    const elicit = inputRequired.elicit({ message: messageFor(room), requestedSchema });
    return inputRequired({ inputRequests: { answer: elicit } });
  };
  server.registerTool(name, { description, inputSchema }, way === "pushed" ? pushed : returned);
}
