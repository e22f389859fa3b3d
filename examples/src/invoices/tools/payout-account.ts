import type { RequestedSchema } from "midcall";
import { principalOf, SERVER, text, type Tools } from "./kit.js";

const ACCOUNT = {
  type: "object",
  properties: {
    holder: { type: "string", title: "Account holder", minLength: 2, maxLength: 70 },
    iban: {
      type: "string",
      title: "IBAN",
      description: "Such as DE89 3704 0044 0532 0130 00",
      pattern: "^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,35}$",
    },
    currency: { type: "string", title: "Currency", enum: ["EUR", "CHF", "SEK"], default: "EUR" },
    from: { type: "string", format: "date", title: "From which day on" },
    letter: { type: "boolean", title: "Confirm it by letter" },
  },
  required: ["holder", "iban"],
} satisfies RequestedSchema;

/**
 * A form on a page of the server, for data that the host and the model need not see: only the last four digits are
 * returned.
 */
export const payoutAccount: Tools = ({ elicitation, pages }, server) => {
  server.registerTool(
    "set_payout_account",
    { title: "Set the payout account", description: "Sets the bank account payouts go to." },
    elicitation.handler(async (ctx) => {
      if (!ctx.canElicit("url")) {
        return text("The account is entered on a page, and this host has no way to offer one.");
      }
      const message = "To which bank account do your payouts go?";
      const { id, url, code } = await ctx.step("link", async () => {
        const asked = { principal: principalOf(ctx), server: SERVER, message };
        const link = await pages.answerLink({ ...asked, requestedSchema: ACCOUNT });
        return { id: link.id, url: link.url, code: link.code ?? null };
      });
      const visit = pages.follow(id);
      const answer = await ctx.elicit(
        code === null ? message : `${message}\n\nThe page asks for this code: ${code}`,
        url,
        { elicitationId: id, completed: async () => (await visit.completed()) !== undefined },
      );
      if (answer.action === "decline" || answer.action === "cancel") {
        await pages.complete(id, { status: "cancelled" });
      }
      // Read again in every round and not in a step, because the input must not become part of the call's state.
      const end = answer.action === "accept" ? await visit.completed() : undefined;
      if (end?.status !== "done") {
        return text(`Nothing was changed (${end?.status ?? answer.action}).`);
      }
      const iban = String(end.content?.["iban"]).replaceAll(" ", "");
      return text(`Payouts go to the account that ends in ${iban.slice(-4)}.`);
    }),
  );
};
