import type { ProtocolVersion } from "midcall/testing";
import type { Wire } from "./play.js";
import { invoiceGolden, invoiceGoldenWithoutLinks } from "./scenarios/invoice-golden.js";

const nothingDeleted = [
  'error  "clean_up" has to ask the user with a form, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation forms.',
  "disk   downloads/invoice-draft.txt: old",
  "disk   downloads/setup.log: old",
  "disk   downloads/today.txt: new",
];

/**
 * The expected outcome of each scenario: the server's questions and results, and the files on disk afterwards. It is
 * the same on every protocol version and over every transport.
 */
const golden: Readonly<Record<string, readonly string[]>> = {
  "schedule a stand-up: the time zone is missing, and wrong at first": [
    "asked  In which time zone does Night Owls meet at 09:30?",
    'asked  In which time zone does Night Owls meet at 09:30?\n\nThat is no time zone. Use a name such as "Europe/Berlin".',
    "said   3 stand-ups of Night Owls at 09:30 Europe/Berlin are in night-owls-standup.ics.",
    "disk   20270326T083000Z 20270329T073000Z 20270330T073000Z",
  ],
  "clean up: confirmed": [
    "asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log",
    "said   Deleted 2 files.",
    "disk   downloads/today.txt: new",
  ],
  "clean up: another word typed": [
    "asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log",
    'asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log\n\nThis is not "delete".',
    "said   Nothing was deleted.",
    "disk   downloads/invoice-draft.txt: old",
    "disk   downloads/setup.log: old",
    "disk   downloads/today.txt: new",
  ],
  "clean up: declined": [
    "asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log",
    "said   Nothing was deleted.",
    "disk   downloads/invoice-draft.txt: old",
    "disk   downloads/setup.log: old",
    "disk   downloads/today.txt: new",
  ],
  "clean up: cancelled": [
    "asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log",
    "said   Nothing was deleted.",
    "disk   downloads/invoice-draft.txt: old",
    "disk   downloads/setup.log: old",
    "disk   downloads/today.txt: new",
  ],
  "clean up: user absent": [
    "asked  Delete 2 files in downloads?\n- invoice-draft.txt\n- setup.log",
    'error  No user answered "Delete 2 files in downloads?" (deadline), so nothing was confirmed and the call has ended. Ask again when the user is available.',
    "disk   downloads/invoice-draft.txt: old",
    "disk   downloads/setup.log: old",
    "disk   downloads/today.txt: new",
  ],
  "push: one of the repositories found": [
    'asked  Commit "Say hello" and push which repository?',
    "said   Pushed projects/website: Say hello",
    "disk   notes-app.git: Begin by Ana Example; holds README.md",
    "disk   website.git: Say hello by Ana Example, Begin by Ana Example; holds README.md, index.html",
  ],
  "push: declined": [
    'asked  Commit "Say hello" and push which repository?',
    "said   Nothing was pushed (decline).",
    "disk   notes-app.git: Begin by Ana Example; holds README.md",
    "disk   website.git: Begin by Ana Example; holds README.md",
  ],
  "plan a project: each question made from the answer before": [
    "asked  When has Harvest to be done?",
    "asked  Harvest has 10 working days until 2026-12-15. How many people work on it?",
    "asked  3 people for 10 working days are 30 person-days. What may it cost?",
    "said   The plan is in harvest-plan.md: From 2026-12-01 to 2026-12-15: 10 working days. 3 people, 30 person-days. 12000 euros, 400.00 a person-day.",
    "disk   harvest-plan.md: # Harvest\nFrom 2026-12-01 to 2026-12-15: 10 working days.\n3 people, 30 person-days.\n12000 euros, 400.00 a person-day.",
  ],
  "plan a project: bounds from earlier answers, then dismissed": [
    "asked  When has Harvest to be done?",
    "asked  When has Harvest to be done?\n\nThere is no working day between 2026-12-01 and then.",
    "asked  Harvest has 5 working days until 2026-12-08. How many people work on it?",
    "asked  Harvest has 5 working days until 2026-12-08. How many people work on it?\n\nEnter 5 or less.",
    "asked  5 people for 5 working days are 25 person-days. What may it cost?",
    "said   Nothing was planned (cancel).",
  ],
  "every field: all filled in, empty and zero included": [
    "asked  Please register.",
    'said   Ana comes on sat, sun for 0 workshops.\n{"name":"Ana","nickname":"","email":"ana@example.com","website":"https://example.com/ana","birthday":"1990-02-28","arrival":"2027-05-07T18:30:00+02:00","height":1.68,"children":0,"vegetarian":false,"newsletter":true,"size":"l","room":"shared","transport":"train","days":["sat","sun"],"workshops":[]}',
  ],
  "every field: only what is required": [
    "asked  Please register.",
    'said   Bo comes on fri for 0 workshops.\n{"name":"Bo","email":"bo@example.com","days":["fri"]}',
  ],
  "link an account: on a page": [
    "asked  Link your Calendar account on this page. <link>",
    "said   Your Calendar account is linked.",
    'disk   linked-account.json: {"account":"ana-calendar"}',
  ],
  "link an account: declined": [
    "asked  Link your Calendar account on this page. <link>",
    "said   Nothing was linked (decline).",
  ],
  "save a note: asked in a form": [
    "asked  Into which notebook does the note go?",
    "said   Saved in garden.",
    "disk   notes/garden/<note>.md: Water the tomatoes",
  ],
  "save a note: a host that cannot ask": [
    "said   Ask the user into which notebook the note goes: garden, work. Then call save_note_in with their answer. Nothing was saved yet.",
    "said   Saved in work.",
    "disk   notes/work/<note>.md: Call the plumber",
  ],
  "clean up: a host that cannot ask": nothingDeleted,
  "clean up: on a page that the server opens, on a host that cannot ask": [
    "opened a page of the server's own",
    "said   Deleted 2 files.",
    "page   A question for you [Send]",
    "page   Sent",
    "disk   downloads/today.txt: new",
  ],
  "clean up: declined on a page that the server opens": [
    "opened a page of the server's own",
    "said   Nothing was deleted.",
    "page   A question for you [Decline]",
    "page   You declined",
    "disk   downloads/invoice-draft.txt: old",
    "disk   downloads/setup.log: old",
    "disk   downloads/today.txt: new",
  ],
  ...invoiceGolden,
  "planted fault: writing outside a step": [
    "asked  Did you like it?",
    "said   Thank you for your accept.",
    "disk   guest-book.txt: somebody was here",
  ],
};

const noPage = [
  "said   To link Calendar a page has to be opened, and this host has no way to offer one. Nothing was linked.",
];

/** The expected outcome on protocol versions that do not support the scenario. */
const goldenOn: { readonly [E in ProtocolVersion]?: Readonly<Record<string, readonly string[]>> } =
  {
    "2025-06-18": {
      "link an account: on a page": noPage,
      "link an account: declined": noPage,
    },
  };

/** Without a sign-in, a key is not asked for by a link in the chat. */
const keyWithoutElicitation = {
  "invoices: a key, on a host without elicitation": [
    'error  "list_invoices" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
};

/** The same over stdio, where nobody signs in. */
const goldenOverStdio: typeof goldenOn = {
  "2025-06-18": { ...invoiceGoldenWithoutLinks, ...keyWithoutElicitation },
  "2025-11-25": keyWithoutElicitation,
  "2026-07-28": keyWithoutElicitation,
};

/** Over HTTP, a server opens no page by itself. */
const goldenOverHttp: Readonly<Record<string, readonly string[]>> = {
  "clean up: on a page that the server opens, on a host that cannot ask": nothingDeleted,
  "clean up: declined on a page that the server opens": nothingDeleted,
};

/** The expected outcome of a scenario on one wire. */
export function goldenOf(title: string, { protocolVersion, transport }: Wire): readonly string[] {
  const lines =
    (transport === "stdio" ? goldenOverStdio[protocolVersion]?.[title] : goldenOverHttp[title]) ??
    goldenOn[protocolVersion]?.[title] ??
    golden[title];
  if (lines === undefined) throw new Error(`There is no golden outcome for "${title}".`);
  return lines;
}

/** The part of a transcript that is an outcome, without the calls and answers, which are given. */
export function outcomeOf(transcript: readonly string[]): readonly string[] {
  return transcript.filter((line) => !/^(call|answer) /.test(line));
}
