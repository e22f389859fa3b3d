import * as z from "zod";
import { principalOf, SERVER, text, type Tools } from "./kit.js";
import { invoicesOf } from "./list-invoices.js";

interface Payment {
  readonly id: string;
  readonly url: string;
}

/**
 * A step that only the user can do, on another site: they release the payment at their bank, on a page that neither the
 * host nor this server can operate.
 */
export const payInvoice: Tools = (kit, server) => {
  const { elicitation, pages, services } = kit;

  const order = async (key: string, invoice: object): Promise<Payment> => {
    const response = await fetch(`${services}/bank/payments`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(invoice),
    });
    return (await response.json()) as Payment;
  };
  const statusOf = async (id: string): Promise<"open" | "paid" | "refused"> => {
    const response = await fetch(`${services}/bank/payments/${id}`);
    return ((await response.json()) as { status: "open" | "paid" | "refused" }).status;
  };

  server.registerTool(
    "pay_invoice",
    {
      title: "Pay an invoice",
      description: "Pays an invoice; the user releases the payment at their bank.",
      inputSchema: z.object({
        // No default: what is paid has to be named.
        number: z.string().meta({ description: "Such as A-1 or A-2", examples: ["A-1"] }),
      }),
    },
    elicitation.handler(async ({ number }, ctx) => {
      if (!ctx.canElicit("url")) {
        return text("A payment is released on a page, and this host has no way to offer one.");
      }
      const invoice = (await invoicesOf(kit, ctx)).find((one) => one.number === number);
      if (invoice === undefined) return text(`There is no invoice ${number}.`);
      if (invoice.paid) return text(`${number} is paid already.`);

      const message = `Release the payment of ${invoice.euros.toFixed(2)} euros to ${invoice.customer}?`;
      // Steps, so that every round has the same payment and the same link.
      const payment = await ctx.step("order", ({ idempotencyKey }) =>
        order(idempotencyKey, { invoice: number, euros: invoice.euros }),
      );
      const { id, url, code } = await ctx.step("link", async () => {
        const link = await pages.approvalLink({
          ...{
            principal: principalOf(ctx),
            server: SERVER,
            message,
            url: payment.url,
            label: "Continue to Example Bank",
          },
        });
        return { id: link.id, url: link.url, code: link.code ?? null };
      });
      const answer = await ctx.elicit(
        code === null ? message : `${message}\n\nThe page asks for this code: ${code}`,
        url,
        {
          elicitationId: id,
          // Called once a second while the call waits, until the bank or the page reports the end.
          completed: async () => {
            const status = await statusOf(payment.id);
            if (status !== "open") {
              await pages.complete(id, { status: status === "paid" ? "done" : "declined" });
            }
            return (await pages.follow(id).completed()) !== undefined;
          },
        },
      );
      if (answer.action !== "accept") {
        if (answer.action !== "unanswered") await pages.complete(id, { status: "cancelled" });
        return text(`Nothing was paid (${answer.action}).`);
      }
      const end = await ctx.step("end", () => pages.follow(id).completed());
      if (end?.status !== "done") return text(`Nothing was paid (${end?.status ?? "open"}).`);
      return text(`${number} is paid.`);
    }),
  );
};
