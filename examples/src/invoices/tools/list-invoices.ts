import type { LiveCheck } from "midcall/pages";
import type { ElicitationContext } from "midcall/server";
import { type Invoice, readInvoices } from "./billing.js";
import { type InvoicesKit, SERVER, text, type Tools } from "./kit.js";

/** A tool that needs a key. The user is asked for it once; later calls find it in the vault. */
export const listInvoices: Tools = (kit, server) => {
  server.registerTool(
    "list_invoices",
    { title: "List invoices", description: "Lists the user's invoices." },
    kit.elicitation.handler(async (ctx) => {
      const lines = (await invoicesOf(kit, ctx)).map(
        ({ number, customer, euros, paid }) =>
          `${number} ${customer} ${euros.toFixed(2)} euros${paid ? ", paid" : ""}`,
      );
      return text(lines.join("\n"));
    }),
  );
};

/** The name of the key in the vault. */
const KEY = "billing";

/** Tests a key before it is stored, so that a typing error is reported on the page. */
const checkWith =
  ({ services }: InvoicesKit): LiveCheck =>
  async (key, signal) =>
    (await readInvoices(services, String(key), signal)) !== undefined || {
      ok: false,
      message: "Example Billing does not know this key.",
    };

/**
 * Lets this process test keys from its start, also on pages for links that another or an earlier process has created.
 */
export function addKeyCheck(kit: InvoicesKit): void {
  kit.pages.addCheck(SERVER, KEY, checkWith(kit));
}

/** The user's invoices. The user is asked for the key of the billing API if it is missing or no longer valid. */
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
  // A step, because its result decides whether a question follows, which must be the same in every round.
  const invoices = await ctx.step("invoices", async () =>
    kept.use(async (key) => (await readInvoices(services, key)) ?? null),
  );
  if (invoices !== null) return invoices;
  // The service no longer accepts the stored key.
  const fresh = await ctx.secret(KEY, { ...options, renew: true });
  return (await fresh.use((key) => readInvoices(services, key))) ?? [];
}
