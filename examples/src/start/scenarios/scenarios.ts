import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addNotebooks, addOldFiles, addRepositories, filesIn, pushed } from "../sandbox.js";
import type { Scenario } from "./scenario.js";

const downloads = (root: string): Promise<string[]> => filesIn(root, "downloads");
const remotes = async (root: string): Promise<string[]> => [
  await pushed(root, "notes-app"),
  await pushed(root, "website"),
];
const cleanUp = { tool: "clean_up", args: { directory: "downloads" } };
const push = { tool: "push_to_repository", args: { message: "Say hello" } };
/** On a protocol version without URL mode, `link_account` explains that it cannot ask. */
const except = {
  "2025-06-18": {
    because: "URL mode began with 2025-11-25, so the tool explains instead of asking",
    replies: [],
  },
} as const;
/** Over HTTP, these servers have no pages of their own. */
const overHttp = {
  because: "over HTTP a server opens no page in the user's browser, so the tool explains",
  over: "http",
  replies: [],
} as const;
const ownPage = {
  serverArgs: ["--print-pages"],
  capabilities: {},
  except: { "2025-06-18": overHttp, "2025-11-25": overHttp, "2026-07-28": overHttp },
} as const;
const QUESTION = "A question for you";
const plan = { tool: "plan_project", args: { project: "Harvest", start: "2026-12-01" } };

/** The start of each stand-up in UTC; daylight saving time begins in between. */
async function starts(root: string): Promise<string[]> {
  const calendar = await readFile(join(root, "night-owls-standup.ics"), "utf8").catch(
    () => "no calendar",
  );
  return [calendar.match(/(?<=DTSTART:)\w+/g)?.join(" ") ?? calendar];
}

/** All scenarios. `--planted-fault` adds one more. */
export const scenarios: readonly Scenario[] = [
  {
    title: "schedule a stand-up: the time zone is missing, and wrong at first",
    calls: [
      {
        tool: "schedule_standup",
        args: { team: "Night Owls", time: "09:30", firstDay: "2027-03-26", days: 3 },
      },
    ],
    replies: [{ fill: { timezone: "Berlin" } }, { fill: { timezone: "Europe/Berlin" } }],
    effects: starts,
  },
  {
    title: "clean up: confirmed",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: [{ fill: { confirm: "delete" } }],
    effects: downloads,
  },
  {
    title: "clean up: another word typed",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: [{ fill: { confirm: "yes" } }, "decline"],
    effects: downloads,
  },
  {
    title: "clean up: declined",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: ["decline"],
    effects: downloads,
  },
  {
    title: "clean up: cancelled",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: ["cancel"],
    effects: downloads,
  },
  {
    title: "clean up: user absent",
    prepare: addOldFiles,
    serverArgs: ["--timeout", "1.5"],
    calls: [cleanUp],
    replies: [{ leaveForMs: 2_000 }],
    effects: downloads,
  },
  {
    title: "push: one of the repositories found",
    prepare: addRepositories,
    calls: [push],
    replies: [{ fill: { value: "projects/website" } }],
    effects: remotes,
  },
  {
    title: "push: declined",
    prepare: addRepositories,
    calls: [push],
    replies: ["decline"],
    effects: remotes,
  },
  {
    title: "plan a project: each question made from the answer before",
    calls: [plan],
    replies: [
      { fill: { deadline: "2026-12-15" } },
      { fill: { people: 3 } },
      { fill: { budget: 12_000 } },
    ],
    effects: (root) => filesIn(root, "."),
  },
  {
    title: "plan a project: bounds from earlier answers, then dismissed",
    calls: [plan],
    replies: [
      { fill: { deadline: "2026-11-30" } },
      { fill: { deadline: "2026-12-08" } },
      { fill: { people: 6 } },
      { fill: { people: 5 } },
      "cancel",
    ],
    effects: (root) => filesIn(root, "."),
  },
  {
    title: "every field: all filled in, empty and zero included",
    calls: [{ tool: "every_field" }],
    replies: [
      {
        fill: {
          name: "Ana",
          nickname: "",
          email: "ana@example.com",
          website: "https://example.com/ana",
          birthday: "1990-02-28",
          arrival: "2027-05-07T18:30:00+02:00",
          height: 1.68,
          children: 0,
          vegetarian: false,
          newsletter: true,
          size: "l",
          room: "shared",
          transport: "train",
          days: ["sat", "sun"],
          workshops: [],
        },
      },
    ],
  },
  {
    title: "every field: only what is required",
    calls: [{ tool: "every_field" }],
    replies: [{ fill: { name: "Bo", email: "bo@example.com", days: ["fri"] } }],
  },
  {
    title: "link an account: on a page",
    calls: [{ tool: "link_account", args: { service: "Calendar" } }],
    except,
    replies: [{ visit: { account: "ana-calendar" } }],
    effects: (root) => filesIn(root, "."),
  },
  {
    title: "link an account: declined",
    calls: [{ tool: "link_account", args: { service: "Calendar" } }],
    except,
    replies: ["decline"],
    effects: (root) => filesIn(root, "."),
  },
  {
    title: "save a note: asked in a form",
    prepare: addNotebooks,
    calls: [{ tool: "save_note", args: { note: "Water the tomatoes" } }],
    replies: [{ fill: { value: "garden" } }],
    effects: notes,
  },
  {
    title: "save a note: a host that cannot ask",
    prepare: addNotebooks,
    capabilities: {},
    calls: [
      { tool: "save_note", args: { note: "Call the plumber" } },
      { tool: "save_note_in", args: { note: "Call the plumber", notebook: "work" } },
    ],
    effects: notes,
  },
  {
    title: "clean up: a host that cannot ask",
    prepare: addOldFiles,
    capabilities: {},
    calls: [cleanUp],
    effects: downloads,
  },
  {
    ...ownPage,
    title: "clean up: on a page that the server opens, on a host that cannot ask",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: [
      {
        browse: [
          { on: QUESTION, fill: { 'Type "delete" to confirm': "delete" }, press: "Send" },
          { on: "Sent" },
        ],
      },
    ],
    effects: downloads,
  },
  {
    ...ownPage,
    title: "clean up: declined on a page that the server opens",
    prepare: addOldFiles,
    calls: [cleanUp],
    replies: [{ browse: [{ on: QUESTION, press: "Decline" }, { on: "You declined" }] }],
    effects: downloads,
  },
];

/** The notes in their notebooks; the random file names are replaced. */
async function notes(root: string): Promise<string[]> {
  return (await filesIn(root, "notes")).map((line) => line.replace(/[\w-]+\.md/, "<note>.md"));
}
