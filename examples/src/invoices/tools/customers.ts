import * as z from "zod";
import { text, type Tools } from "./kit.js";

/** What the service said. */
interface Found {
  readonly status: number;
  readonly names: readonly string[];
}

/** Two tools that use the person's account at another service; the second needs to be allowed more. */
export const customers: Tools = ({ elicitation, services }, server) => {
  const readCustomers = async (token: string): Promise<Found> => {
    const response = await fetch(`${services}/accounts/customers`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const names = response.ok ? ((await response.json()) as string[]) : [];
    return { status: response.status, names };
  };

  server.registerTool(
    "list_customers",
    { title: "List customers", description: "Lists the person's customers." },
    elicitation.handler(async (ctx) => {
      const options = {
        scopes: ["customers:read"],
        message: "To read your customers, this server needs your account at Example Accounts.",
      };
      const kept = await ctx.connect("accounts", options);
      // A step: whether a question follows must not depend on when it is looked at.
      let found = await ctx.step("customers", () => kept.accessToken.use(readCustomers));
      if (found.status === 401) {
        // Taken back before its end, which only the service knows.
        const fresh = await ctx.connect("accounts", { ...options, renew: true });
        found = await fresh.accessToken.use(readCustomers);
      }
      const { status, names } = found;
      return text(status === 200 ? names.join(", ") : `The service refused with ${status}.`);
    }),
  );

  server.registerTool(
    "remind_customer",
    {
      title: "Remind a customer",
      description: "Reminds a customer of what they have not paid, in the person's name.",
      inputSchema: z.object({ customer: z.string().min(1).max(100) }),
    },
    elicitation.handler(async ({ customer }, ctx) => {
      // An account that was connected for reading is asked for again, with both.
      const account = await ctx.connect("accounts", {
        scopes: ["customers:read", "reminders:send"],
        message: "To send a reminder in your name, this server needs your permission there.",
      });
      const status = await ctx.step(
        "send",
        () =>
          account.accessToken.use(async (token) => {
            const response = await fetch(`${services}/accounts/reminders`, {
              method: "POST",
              headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
              body: JSON.stringify({ customer }),
            });
            return response.status;
          }),
        { writes: true },
      );
      return text(status === 200 ? `${customer} was reminded.` : `Nothing was sent (${status}).`);
    }),
  );
};
