// The example server, with one link more that is the same in every picture.
import { allExamples } from "../../examples/dist/all.js";
import { serve } from "../../examples/dist/serve.js";

/** @type {import("../../examples/dist/serve.js").Example} */
const connectCalendar =
  ({ elicitation }) =>
  (server) => {
    server.registerTool(
      "connect_calendar",
      { title: "Connect a calendar", description: "Connects the person's calendar." },
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
