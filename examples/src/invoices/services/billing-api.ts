import { Hono } from "hono";
import { PEOPLE } from "./people.js";

export interface Invoice {
  readonly number: string;
  readonly customer: string;
  readonly euros: number;
  paid: boolean;
}

/** The invoices of everybody, by person. */
export function createInvoices(): ReadonlyMap<string, readonly Invoice[]> {
  const open = (number: string, customer: string, euros: number): Invoice => ({
    ...{ number, customer, euros, paid: false },
  });
  return new Map([
    ["alice", [open("A-1", "Globex", 120), open("A-2", "Initech", 75)]],
    ["bob", [open("B-1", "Umbrella", 40)]],
  ]);
}

/** An API that wants a key, as many do: `Authorization: Bearer <key>`. */
export function createBillingApi(invoices: ReadonlyMap<string, readonly Invoice[]>): Hono {
  const withdrawn = new Set<string>();
  return (
    new Hono()
      .get("/invoices", (c) => {
        const key = c.req.header("authorization")?.replace(/^Bearer /, "");
        const person = PEOPLE.find(({ billingKey }) => billingKey === key);
        const isGood = person !== undefined && !withdrawn.delete(person.id);
        return isGood
          ? c.json(invoices.get(person.id) ?? [])
          : c.json({ error: "unknown key" }, 401);
      })
      // As if the person had taken the key back: it is refused once.
      .post("/refuse-once/:person", (c) => {
        withdrawn.add(c.req.param("person"));
        return c.body(null, 204);
      })
  );
}
