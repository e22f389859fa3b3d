// The example server with what the pictures need besides: a yes or no, an answer that is shown again, log messages, a link
// that is the same in every picture, a prompt and a resource.
import * as z from "zod";
import { allExamples } from "../../examples/dist/all.js";
import { serve } from "../../examples/dist/serve.js";

const text = (words) => ({ content: [{ type: "text", text: words }] });

/** @type {import("../../examples/dist/serve.js").Example} */
const forPictures =
  ({ elicitation }) =>
  (server) => {
    server.registerTool(
      "connect_calendar",
      { title: "Connect a calendar", description: "Connects the user's calendar." },
      elicitation.handler(async (ctx) => {
        const url = new URL("https://calendar.example.com/connect?for=invoices");
        const { action } = await ctx.elicit(
          "Sign in there, so that due dates can be entered. The page shows the code KTM-4QX.",
          url,
          { elicitationId: "calendar" },
        );
        return text(`The page: ${action}.`);
      }),
    );
    server.registerTool(
      "ask_yes_or_no",
      { title: "Ask yes or no", description: "Asks whether to send a reminder." },
      elicitation.handler(async (ctx) => {
        const sent = await ctx.confirm("Send a reminder to 3 customers?");
        return text(sent ? "3 reminders were sent." : "Nothing was sent.");
      }),
    );
    server.registerTool(
      "schedule_reminder",
      { title: "Schedule a reminder", description: "Asks when to remind customers." },
      elicitation.handler(async (ctx) => {
        const answer = await ctx.elicit("When is a customer reminded?", {
          type: "object",
          properties: {
            days: { type: "integer", title: "Days after the due date", default: 14 },
            note: { type: "string", title: "Note" },
          },
        });
        return text(`The reminder: ${answer.action}.`);
      }),
    );
    server.server.registerCapabilities({ logging: {} });
    server.registerTool(
      "import_payments",
      { title: "Import payments", description: "Reads the payments of a bank account." },
      async (ctx) => {
        await ctx.mcpReq.log("info", "Connected to the bank.", "bank");
        await ctx.mcpReq.log("debug", { payments: 3, since: "2026-11-01" }, "bank");
        await ctx.mcpReq.log("warning", "A payment has no invoice number.", "import");
        return text("3 payments were imported.");
      },
    );
    server.registerPrompt(
      "explain_invoice",
      {
        title: "Explain an invoice",
        description: "Explains what an invoice is for.",
        argsSchema: z.object({ number: z.string().describe("As it is printed on it") }),
      },
      ({ number }) => ({
        messages: [
          {
            role: "user",
            content: { type: "text", text: `Explain invoice ${number} in two sentences.` },
          },
        ],
      }),
    );
    server.registerResource(
      "rules",
      "docs://house-rules",
      {
        title: "House rules",
        description: "How this server treats files.",
        mimeType: "text/markdown",
      },
      async (uri) => ({
        contents: [
          {
            uri: uri.href,
            mimeType: "text/markdown",
            text: "# House rules\n\nAsk before you delete.",
          },
        ],
      }),
    );
  };

serve("examples", "The example server of the screenshots.", [...allExamples, forPictures]);
