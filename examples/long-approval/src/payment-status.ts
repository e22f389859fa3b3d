import { DBOS } from "@dbos-inc/dbos-sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { createElicitation } from "midcall/server";
import * as z from "zod";
import type { Payment } from "./approve-payment.js";
import { userOf } from "./who.js";

async function statusFor(user: string, id: string): Promise<string> {
  const workflow = await DBOS.getWorkflowStatus(id);
  const [payment] = (workflow?.input ?? []) as Payment[];
  if (workflow === null || payment?.requestedBy !== user)
    return "The user has requested no payment with this id.";
  if (workflow.status === "PENDING" || workflow.status === "ENQUEUED")
    return "Nobody has decided yet.";
  return workflow.status === "SUCCESS" ? String(workflow.output) : "The payment failed.";
}

export function addPaymentStatus(
  server: McpServer,
  elicitation: ReturnType<typeof createElicitation>,
): void {
  server.registerTool(
    "payment_status",
    {
      description: "Says what became of a payment that the user has requested.",
      inputSchema: z.object({ id: z.string() }),
    },
    elicitation.handler(async ({ id }, ctx) => {
      return { content: [{ type: "text", text: await statusFor(userOf(ctx), id) }] };
    }),
  );
}
