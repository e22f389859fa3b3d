import { DBOS } from "@dbos-inc/dbos-sdk";
import { notifyApprovers, pay } from "./payments.js";

export interface Payment {
  readonly payee: string;
  readonly euros: number;
  readonly requestedBy: string;
}

export interface Decision {
  readonly isApproved: boolean;
  readonly by: string;
}

const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

/** Waits for somebody else's decision, through restarts, and pays once. Each step is recorded in PostgreSQL. */
async function run(payment: Payment): Promise<string> {
  const id = DBOS.workflowID!;
  await DBOS.runStep(() => notifyApprovers(id, payment), { name: "notify" });
  const decision = await DBOS.recv<Decision>("decision", SEVEN_DAYS_IN_SECONDS);
  if (decision === null) return "Nobody decided within seven days. Nothing was paid.";
  if (!decision.isApproved) return `${decision.by} refused. Nothing was paid.`;
  await DBOS.runStep(() => pay(id, payment), { name: "pay" });
  return `${decision.by} approved. ${payment.euros} euros were paid to ${payment.payee}.`;
}

export const approvePayment = DBOS.registerWorkflow(run, { name: "approvePayment" });
