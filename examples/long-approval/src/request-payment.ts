import { DBOS } from "@dbos-inc/dbos-sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { createElicitation } from "midcall/server";
import * as z from "zod";
import { approvePayment } from "./approve-payment.js";
import { userOf } from "./who.js";

export function addRequestPayment(
  server: McpServer,
  elicitation: ReturnType<typeof createElicitation>,
): void {
  server.registerTool(
    "request_payment",
    {
      description:
        "Requests a payment. A colleague of the user has to approve it, which may take days. Returns an id for payment_status.",
      inputSchema: z.object({ payee: z.string().max(100), euros: z.number().positive() }),
    },
    elicitation.handler(async ({ payee, euros }, ctx) => {
      const isWanted = await ctx.confirm(`Request ${euros} euros for ${payee}?`);
      if (!isWanted) return { content: [{ type: "text", text: "The user did not request it." }] };

      const start = async ({ idempotencyKey: workflowID }: { idempotencyKey: string }) => {
        const payment = { payee, euros, requestedBy: userOf(ctx) };
        const workflow = await DBOS.startWorkflow(approvePayment, { workflowID })(payment);
        return workflow.workflowID;
      };
      const id = await ctx.step("request", start, { writes: true, onInterrupted: "rerun" });
      const text = `Requested. A colleague has to approve it. Its id is ${id}.`;
      return { content: [{ type: "text", text }] };
    }),
  );
}
