import * as z from "zod";
import { text, type Tools } from "./kit.js";

/** The response of the service. */
interface Found {
  readonly status: number;
  readonly names: readonly string[];
}

/** Two tools that use the user's account at another service; the second one needs an additional scope. */
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
    { title: "List customers", description: "Lists the user's customers." },
    elicitation.handler(async (ctx) => {
      const options = {
        scopes: ["customers:read"],
        message: "To read your customers, this server needs your account at Example Accounts.",
      };
      const kept = await ctx.connect("accounts", options);
      // A step, because its result decides whether a question follows, which must be the same in every round.
      let found = await ctx.step("customers", () => kept.accessToken.use(readCustomers));
      if (found.status === 401) {
        // The token was revoked before it expired, which only the service knows.
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
      description: "Reminds a customer of unpaid invoices, in the user's name.",
      inputSchema: z.object({
        customer: z
          .string()
          .min(1)
          .max(100)
          .meta({ description: "Such as Globex", examples: ["Globex"] }),
      }),
    },
    elicitation.handler(async ({ customer }, ctx) => {
      // For an account that was connected only for reading, the user is asked again, with both scopes.
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
