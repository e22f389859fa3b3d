import * as z from "zod";
import { text, type Tools } from "./kit.js";

/** Two tools that use the person's account at another service; the second needs to be allowed more. */
export const customers: Tools = ({ elicitation, services }, server) => {
  server.registerTool(
    "list_customers",
    { title: "List customers", description: "Lists the person's customers." },
    elicitation.handler(async (ctx) => {
      const account = await ctx.connect("accounts", {
        scopes: ["customers:read"],
        message: "To read your customers, this server needs your account at Example Accounts.",
      });
      const response = await account.accessToken.use((token) =>
        fetch(`${services}/accounts/customers`, { headers: { authorization: `Bearer ${token}` } }),
      );
      if (!response.ok) return text(`The service refused with ${response.status}.`);
      return text(((await response.json()) as string[]).join(", "));
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
