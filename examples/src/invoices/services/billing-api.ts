import { Hono } from "hono";
import { USERS } from "./users.js";

export interface Invoice {
  readonly number: string;
  readonly customer: string;
  readonly euros: number;
  paid: boolean;
}

/** The invoices by user. */
export function createInvoices(): ReadonlyMap<string, readonly Invoice[]> {
  const open = (number: string, customer: string, euros: number): Invoice => ({
    ...{ number, customer, euros, paid: false },
  });
  return new Map([
    ["alice", [open("A-1", "Globex", 120), open("A-2", "Initech", 75)]],
    ["bob", [open("B-1", "Umbrella", 40)]],
  ]);
}

/** An API that requires a key, as many do: `Authorization: Bearer <key>`. */
export function createBillingApi(invoices: ReadonlyMap<string, readonly Invoice[]>): Hono {
  const withdrawn = new Set<string>();
  return (
    new Hono()
      .get("/invoices", (c) => {
        const key = c.req.header("authorization")?.replace(/^Bearer /, "");
        const user = USERS.find(({ billingKey }) => billingKey === key);
        const isGood = user !== undefined && !withdrawn.delete(user.id);
        return isGood ? c.json(invoices.get(user.id) ?? []) : c.json({ error: "unknown key" }, 401);
      })
      // Simulates a user who has revoked the key: it is rejected once.
      .post("/refuse-once/:user", (c) => {
        withdrawn.add(c.req.param("user"));
        return c.body(null, 204);
      })
  );
}
