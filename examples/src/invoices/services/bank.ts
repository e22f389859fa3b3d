import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Invoice } from "./billing-api.js";
import { choiceForm, escape, htmlPage, PAGE_HEADERS } from "./page.js";

interface Payment {
  readonly invoice: string;
  readonly euros: number;
  status: "open" | "paid" | "refused";
}

/** A bank: a client orders a payment, and the user releases it on a page of the bank. */
export function createBank(
  address: string,
  invoices: ReadonlyMap<string, readonly Invoice[]>,
  note: (line: string) => Promise<void>,
): Hono {
  const payments = new Map<string, Payment>();
  /** Payments by idempotency key: an order that is sent again leads to the same payment. */
  const ordered = new Map<string, string>();

  const show = (c: Context, title: string, body: string, status: 200 | 404 = 200): Response =>
    c.body(htmlPage(title, body), status, PAGE_HEADERS);
  const ended = (c: Context, { status }: Payment): Response =>
    show(
      c,
      status === "paid" ? "Paid" : "Not paid",
      "<p>You can close this page and go back to your assistant.</p>",
    );

  return new Hono()
    .post("/payments", async (c) => {
      const key = c.req.header("idempotency-key") ?? randomUUID();
      const { invoice, euros } = await c.req.json<{ invoice: string; euros: number }>();
      const id = ordered.get(key) ?? randomUUID();
      if (!ordered.has(key)) payments.set(id, { invoice, euros, status: "open" });
      ordered.set(key, id);
      return c.json({ id, url: `${address}/release/${id}` });
    })
    .get("/payments/:id", (c) => {
      const payment = payments.get(c.req.param("id"));
      return payment ? c.json({ status: payment.status }) : c.notFound();
    })
    .get("/release/:id", (c) => {
      const payment = payments.get(c.req.param("id"));
      if (!payment) return show(c, "No such payment", "", 404);
      if (payment.status !== "open") return ended(c, payment);
      const what = `<p>${payment.euros.toFixed(2)} euros for ${escape(payment.invoice)}</p>`;
      const choices = { pay: "Release the payment", refuse: "Do not pay" };
      return show(c, "Release this payment?", what + choiceForm(c.req.path, choices));
    })
    .post("/release/:id", async (c) => {
      const payment = payments.get(c.req.param("id"));
      if (!payment) return show(c, "No such payment", "", 404);
      const { choice } = await c.req.parseBody();
      if (payment.status === "open") {
        payment.status = choice === "pay" ? "paid" : "refused";
        const invoice = [...invoices.values()]
          .flat()
          .find(({ number }) => number === payment.invoice);
        if (choice === "pay" && invoice) invoice.paid = true;
        await note(`payment of ${payment.invoice}: ${payment.status}`);
      }
      return ended(c, payment);
    });
}
