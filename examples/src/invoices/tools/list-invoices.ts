import type { LiveCheck } from "midcall/pages";
import type { ElicitationContext } from "midcall/server";
import { type Invoice, readInvoices } from "./billing.js";
import { type InvoicesKit, SERVER, text, type Tools } from "./kit.js";

/** A tool that needs a key. The person is asked for it once; later calls find it in the vault. */
export const listInvoices: Tools = (kit, server) => {
  server.registerTool(
    "list_invoices",
    { title: "List invoices", description: "Lists the person's invoices." },
    kit.elicitation.handler(async (ctx) => {
      const lines = (await invoicesOf(kit, ctx)).map(
        ({ number, customer, euros, paid }) =>
          `${number} ${customer} ${euros.toFixed(2)} euros${paid ? ", paid" : ""}`,
      );
      return text(lines.join("\n"));
    }),
  );
};

/** What the vault calls the key. */
const KEY = "billing";

/** Tries a key out before it is kept, so that a typing error is noticed on the page. */
const checkWith =
  ({ services }: InvoicesKit): LiveCheck =>
  async (key, signal) =>
    (await readInvoices(services, String(key), signal)) !== undefined || {
      ok: false,
      message: "Example Billing does not know this key.",
    };

/** Lets this process try keys out from its start, also on pages that another process, or an earlier one, made the link for. */
export function addKeyCheck(kit: InvoicesKit): void {
  kit.pages.addCheck(SERVER, KEY, checkWith(kit));
}

/** The invoices of the person, who is asked for the key of the billing API if it is not there, or not good any more. */
export async function invoicesOf(
  kit: InvoicesKit,
  ctx: ElicitationContext,
): Promise<readonly Invoice[]> {
  const { services } = kit;
  const options = {
    message: "To read your invoices, this server needs your key for Example Billing.",
    check: checkWith(kit),
  };
  const kept = await ctx.secret(KEY, options);
  // A step: whether a question follows must not depend on when it is looked at.
  const invoices = await ctx.step("invoices", async () =>
    kept.use(async (key) => (await readInvoices(services, key)) ?? null),
  );
  if (invoices !== null) return invoices;
  // The service does not take the kept key any more.
  const fresh = await ctx.secret(KEY, { ...options, renew: true });
  return (await fresh.use((key) => readInvoices(services, key))) ?? [];
}
