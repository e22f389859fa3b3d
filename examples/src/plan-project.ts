import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Example, isMain, serve, text } from "./serve.js";

/** Three questions, each of which depends on the answer before it. */
export const planProject: Example =
  ({ elicitation, root }) =>
  (server) => {
    server.registerTool(
      "plan_project",
      {
        title: "Plan a project",
        description: "Asks the user for a deadline, team and budget, and writes a plan.",
        inputSchema: z.object({
          project: z
            .string()
            .regex(/^[\p{L}\p{N} -]{1,40}$/u)
            .default("New website")
            .describe("Letters, digits, spaces and hyphens"),
          start: z.iso.date().optional().describe("First day; default: today"),
        }),
      },
      elicitation.handler(async ({ project, start }, ctx) => {
        // A step, so that a call that runs past midnight keeps its date.
        const first =
          start ?? (await ctx.step("today", () => new Date().toISOString().slice(0, 10)));

        const when = await ctx.elicit(
          `When has ${project} to be done?`,
          z.object({
            deadline: z.iso
              .date()
              .refine(
                (day) => workingDays(first, day) > 0,
                `There is no working day between ${first} and then.`,
              )
              .meta({ title: "Deadline" }),
          }),
        );
        if (when.action !== "accept") return text(`Nothing was planned (${when.action}).`);
        const { deadline } = when.data;
        const days = workingDays(first, deadline);

        const most = Math.min(30, days);
        const team = await ctx.elicit(
          `${project} has ${days} working days until ${deadline}. How many people work on it?`,
          z.object({
            people: z
              .int()
              .min(1)
              .max(most)
              .meta({ title: `People (at most ${most})` }),
          }),
        );
        if (team.action !== "accept") return text(`Nothing was planned (${team.action}).`);
        const { people } = team.data;

        const personDays = people * days;
        const money = await ctx.elicit(
          `${people} people for ${days} working days are ${personDays} person-days. What may it cost?`,
          z.object({
            budget: z
              .number()
              .min(personDays * 100)
              .meta({ title: "Budget in euros" }),
          }),
        );
        if (money.action !== "accept") return text(`Nothing was planned (${money.action}).`);

        const perDay = (money.data.budget / personDays).toFixed(2);
        const file = `${project.toLowerCase().replaceAll(" ", "-")}-plan.md`;
        const plan = [
          `# ${project}`,
          `From ${first} to ${deadline}: ${days} working days.`,
          `${people} people, ${personDays} person-days.`,
          `${money.data.budget} euros, ${perDay} a person-day.`,
        ];
        await ctx.step("write", () => writeFile(join(root, file), `${plan.join("\n")}\n`), {
          writes: true,
        });
        return text(`The plan is in ${file}: ${plan.slice(1).join(" ")}`);
      }),
    );
  };

const DAY_MS = 86_400_000;

/** The number of weekdays from the first day until before the last. */
function workingDays(first: string, last: string): number {
  let days = 0;
  // Limits the loop to ten years.
  const end = Math.min(Date.parse(last), Date.parse(first) + 3_653 * DAY_MS);
  for (let day = Date.parse(first); day < end; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
}

if (isMain(import.meta.url)) {
  serve("plan-project", "Plans a project in three questions that build on each other.", [
    planProject,
  ]);
}
