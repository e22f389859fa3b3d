// The example server with one more tool, whose link is the same in every picture.
import { allExamples } from "../../examples/dist/all.js";
import { serve } from "../../examples/dist/serve.js";

/** @type {import("../../examples/dist/serve.js").Example} */
const connectCalendar =
  ({ elicitation }) =>
  (server) => {
    server.registerTool(
      "connect_calendar",
      { title: "Connect a calendar", description: "Connects the user's calendar." },
      elicitation.handler(async (ctx) => {
        const url = new URL("https://calendar.example.com/connect?for=invoices");
        const { action } = await ctx.elicit(
          "Sign in there, so that due dates can be entered.",
          url,
        );
        return { content: [{ type: "text", text: `The page: ${action}.` }] };
      }),
    );
  };

serve("examples", "The example server of the screenshots.", [...allExamples, connectCalendar]);
