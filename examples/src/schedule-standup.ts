import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Example, isMain, serve, text } from "./serve.js";

/** Asks for the time zone if it is missing, and writes a calendar file. */
export const scheduleStandup: Example =
  ({ elicitation, root }) =>
  (server) => {
    server.registerTool(
      "schedule_standup",
      {
        title: "Schedule stand-ups",
        description:
          "Writes a calendar file (.ics) with a stand-up on each of the next working days.",
        inputSchema: z.object({
          team: z
            .string()
            .regex(/^[\p{L}\p{N} -]{1,40}$/u)
            .default("Website")
            .describe("Letters, digits, spaces and hyphens"),
          time: z
            .string()
            .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
            .default("09:30")
            .describe("Local time, HH:MM"),
          firstDay: z.iso.date().optional().describe("Default: today"),
          days: z.int().min(1).max(60).default(5),
          timezone: z
            .string()
            .optional()
            .describe("IANA name; omit it if the user did not name one"),
        }),
      },
      elicitation.handler(async ({ team, time, firstDay, days, timezone }, ctx) => {
        let zone = timezone;
        if (zone === undefined || !isTimeZone(zone)) {
          const answer = await ctx.elicit(
            `In which time zone does ${team} meet at ${time}?`,
            timeZoneForm,
          );
          if (answer.action !== "accept") return text(`Nothing was scheduled (${answer.action}).`);
          zone = answer.data.timezone;
        }
        // A step, so that a call that runs past midnight keeps its date.
        const first =
          firstDay ?? (await ctx.step("today", () => new Date().toISOString().slice(0, 10)));
        const starts = workingDays(first, days).map((day) => instantOf(day, time, zone));
        const file = `${team.toLowerCase().replaceAll(" ", "-")}-standup.ics`;
        await ctx.step("write", () => writeFile(join(root, file), calendar(team, starts)), {
          writes: true,
        });
        return text(`${days} stand-ups of ${team} at ${time} ${zone} are in ${file}.`);
      }),
    );
  };

const timeZoneForm = z.object({
  timezone: z
    .string()
    .refine(isTimeZone, 'That is no time zone. Use a name such as "Europe/Berlin".')
    .meta({ title: "Time zone", description: 'For example "Europe/Berlin"' }),
});

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

function workingDays(first: string, count: number): string[] {
  const found: string[] = [];
  for (let day = Date.parse(first); found.length < count; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) found.push(new Date(day).toISOString().slice(0, 10));
  }
  return found;
}

/** The time at which clocks in `zone` show this date and time. */
function instantOf(day: string, time: string, zone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}

/** The offset of `zone` from UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  return (
    Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) - instant
  );
}

function calendar(team: string, starts: readonly Date[]): string {
  const stamp = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, "");
  const events = starts.flatMap((start) => [
    "BEGIN:VEVENT",
    `UID:${stamp(start)}-${encodeURIComponent(team)}@standup.example`,
    `DTSTAMP:${stamp(new Date())}`,
    `DTSTART:${stamp(start)}`,
    "DURATION:PT15M",
    `SUMMARY:Stand-up ${team}`,
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//midcall//examples//EN",
    ...events,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

if (isMain(import.meta.url)) {
  serve("schedule-standup", "Schedules stand-ups; asks for the time zone if it is missing.", [
    scheduleStandup,
  ]);
}
