// The pages of URL mode on this machine, for a user who is already known to them.
import { createCustomIdentity, serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";

const SECRET = "only for the pictures, and never for anything else";

/** @returns the pages, with links to one that takes a secret, and to three with forms */
export async function openPages() {
  const store = createMemoryStore();
  const pages = await serveLoopback({
    secret: SECRET,
    store,
    vault: createVault({ store, secret: SECRET }),
    identify: createCustomIdentity(() => ({ principal: "ana", label: "ana@example.com" })),
  });
  const whose = { principal: "ana", server: "Invoices" };
  const secret = await pages.secretLink({
    ...whose,
    name: "payments-key",
    message: "The key of your payments account, to see which invoices have been paid.",
  });
  const answer = await pages.answerLink({
    ...whose,
    message: "Where should your payouts go?",
    requestedSchema: {
      type: "object",
      properties: {
        holder: { type: "string", title: "Account holder", maxLength: 70 },
        since: { type: "string", title: "From", format: "date" },
        every: {
          type: "string",
          title: "How often",
          oneOf: [
            { const: "week", title: "Every week" },
            { const: "month", title: "Every month" },
          ],
        },
        copies: {
          type: "array",
          title: "Statements for",
          items: { type: "string", enum: ["Accounting", "Sales"] },
        },
        note: { type: "boolean", title: "Tell me about each payout" },
      },
      required: ["holder", "since"],
    },
  });
  const question = await pages.answerLink({
    ...whose,
    message: "A payout of 1,200 € is ready.",
    requestedSchema: {
      type: "object",
      properties: { pay: { type: "boolean", title: "Pay it out now?" } },
      required: ["pay"],
    },
  });
  const suggested = await pages.answerLink({
    ...whose,
    message: "When is a customer reminded?",
    requestedSchema: {
      type: "object",
      properties: {
        days: { type: "integer", title: "Days after the due date", default: 14 },
        note: { type: "string", title: "Note" },
      },
    },
  });
  return {
    links: {
      secret: secret.url,
      answer: answer.url,
      question: question.url,
      suggested: suggested.url,
    },
    close: () => pages.close(),
  };
}
