import { McpServer } from "@modelcontextprotocol/server";
import type { Pages } from "midcall/pages";
import { createElicitation, type ServerElicitation } from "midcall/server";
import type { Keeping } from "./keeping.js";
import { customers } from "./tools/customers.js";
import { disconnectAccount } from "./tools/disconnect-account.js";
import type { InvoicesKit } from "./tools/kit.js";
import { addKeyCheck, listInvoices } from "./tools/list-invoices.js";
import { payInvoice } from "./tools/pay-invoice.js";
import { payoutAccount } from "./tools/payout-account.js";

export interface InvoicesServerParts {
  readonly keeping: Keeping;
  readonly pages: Pages;
  readonly services: string;
  readonly timeoutMs: number | undefined;
}

/** Creates the server. It is the same for stdio and HTTP, and for every protocol version. */
export function createInvoicesServer({
  keeping,
  pages,
  services,
  timeoutMs,
}: InvoicesServerParts): { readonly elicitation: ServerElicitation; build(): McpServer } {
  const { secret, store, isPersistent } = keeping;
  const elicitation = createElicitation({
    ...{ secret, pages, timeoutMs },
    ...(isPersistent && { store }),
  });
  const kit: InvoicesKit = { elicitation, pages, services };
  addKeyCheck(kit);
  return {
    elicitation,
    build() {
      const server = elicitation.attach(new McpServer({ name: "invoices", version: "1.0.0" }));
      for (const tools of [listInvoices, customers, disconnectAccount, payInvoice, payoutAccount]) {
        tools(kit, server);
      }
      return server;
    },
  };
}
