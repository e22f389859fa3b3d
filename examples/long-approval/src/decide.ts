import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Decision, Payment } from "./approve-payment.js";
import type { User } from "./users.js";

/** The approver's way in: `POST /payments/<id>/approve` or `…/refuse`. It is no tool, so no model can call it. */
export async function decide(id: string, verb: string, user: User): Promise<Response> {
  const workflow = await DBOS.getWorkflowStatus(id);
  const [payment] = (workflow?.input ?? []) as Payment[];
  if (payment === undefined) return new Response("There is no such payment.", { status: 404 });
  if (!user.mayApprove || payment.requestedBy === user.name) {
    return new Response("Somebody else has to decide.", { status: 403 });
  }
  const decision: Decision = { isApproved: verb === "approve", by: user.name };
  // The last argument makes every later decision count as a repetition of the first.
  await DBOS.send(id, decision, "decision", "decision");
  return new Response("Received.", { status: 202 });
}
