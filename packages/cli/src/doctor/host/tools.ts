import type { Probe } from "./probes/probe.js";
import { VIEW_URI } from "./view.js";

const NOTHING = { type: "object", properties: {} };
const SECONDS = {
  type: "object",
  properties: {
    seconds: {
      type: "number",
      minimum: 0.1,
      maximum: 600,
      description: "How long the call takes. Default: 75.",
    },
  },
};
const ui = (visibility: readonly string[]): Record<string, unknown> => ({
  _meta: { ui: { resourceUri: VIEW_URI, visibility }, "ui/resourceUri": VIEW_URI },
});

/** The name of the tool that repeats a probe. */
export const toolOf = ({ name }: Probe): string => `probe_${name}`;

/** The tools of the doctor. */
export function listTools(probes: readonly Probe[]): readonly Record<string, unknown>[] {
  return [
    {
      name: "examine",
      title: "Examine this host",
      description:
        "Asks the user one question after the other and grades what the host sends back. Call it again while questions are left, and show the user the text of the result as it is.",
      inputSchema: {
        type: "object",
        properties: {
          again: { type: "boolean", description: "Forget what was found, and start again." },
        },
      },
    },
    {
      name: "results",
      title: "Show the results",
      description: "Shows what was found out so far. Asks nothing.",
      inputSchema: NOTHING,
    },
    {
      name: "examine_view",
      title: "Examine views",
      description: "Shows a view (MCP Apps), if the host renders it. Call results afterwards.",
      inputSchema: NOTHING,
      ...ui(["model", "app"]),
    },
    {
      name: "view_opened",
      description: "For the view of examine_view only.",
      inputSchema: { type: "object", properties: { key: { type: "string" } } },
      ...ui(["app"]),
    },
    {
      name: "examine_time_limit",
      title: "Examine the time limit",
      description: "Takes a long time, without progress, to see when the host gives up a call.",
      inputSchema: SECONDS,
    },
    {
      name: "examine_progress",
      title: "Examine progress",
      description: "Takes a long time and reports progress, to see whether that extends the time.",
      inputSchema: SECONDS,
    },
    ...probes.map((probe) => ({
      name: toolOf(probe),
      title: `Examine ${probe.about}`,
      description: `Asks the user about ${probe.about} once more.`,
      inputSchema: NOTHING,
    })),
  ];
}
