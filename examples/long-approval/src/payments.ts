import { appendFile } from "node:fs/promises";
import type { Payment } from "./approve-payment.js";

/** Stands for your mail and your bank: what is done is appended to a file. */
const LOG = process.env["PAYMENTS_LOG"] ?? "payments.log";

export async function notifyApprovers(id: string, payment: Payment): Promise<void> {
  await appendFile(LOG, `notify ${id} ${payment.payee}\n`);
}

/** A bank would get the id, too: a step that was interrupted runs again, and the bank has to see that it is the same. */
export async function pay(id: string, payment: Payment): Promise<void> {
  await appendFile(LOG, `pay ${id} ${payment.payee} ${payment.euros}\n`);
}
