import { MESSAGES } from "midcall/terminal";
import { ENGLISH as PAGES } from "midcall/pages";
import * as ar from "../../src/locales/ar/index.js";
import * as de from "../../src/locales/de/index.js";
import * as es from "../../src/locales/es/index.js";
import * as fr from "../../src/locales/fr/index.js";
import * as ja from "../../src/locales/ja/index.js";
import { contentIssue, type ContentIssueCode } from "../../src/schema/validate/check-value.js";
import type { UrlRefusal, UrlWarningCode } from "../../src/client/url-safety/inspect-url.js";
import { createIssue } from "../../src/form/issues.js";
import { ENGLISH as FIRST } from "../../src/react/messages.js";
import { QUESTION_ENGLISH } from "../../src/react/question-messages.js";

export const LOCALES = { ar, de, es, fr, ja } as const;
export type Locale = keyof typeof LOCALES;

const CHECKED = { name: "f", kind: "text" } as const;
const issue = (code: ContentIssueCode, param?: string | number, kind = "text"): object =>
  contentIssue({ ...CHECKED, kind } as Parameters<typeof contentIssue>[0], code, param);
const formIssue = (code: "number" | "precision" | "unsupported", kind: string): object =>
  createIssue({ field: "f", code, params: { kind } }, undefined, undefined);

/** Every issue with a text of midcall's own. */
export const ISSUES: readonly object[] = [
  issue("required"),
  issue("uniqueItems"),
  ...["text", "number", "integer", "boolean", "multi-select"].map((kind) =>
    issue("type", undefined, kind),
  ),
  ...["email", "uri", "date", "date-time"].map((kind) => issue("format", undefined, kind)),
  ...(["minLength", "maxLength", "minItems", "maxItems"] as const).map((code) => issue(code, 17)),
  ...(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const).map(
    (code) => issue(code, 2.5, "number"),
  ),
  issue("option", undefined, "select"),
  issue("option", undefined, "boolean"),
  issue("pattern", "^[a-z]+$"),
  issue("pattern", "^\\s*delete\\s*$"),
  formIssue("number", "number"),
  formIssue("number", "integer"),
  formIssue("precision", "number"),
  formIssue("unsupported", "unsupported"),
];
const URL_CODES: readonly UrlWarningCode[] = [
  "punycode",
  "mixed-script",
  "imitation",
  "address",
  "loopback",
  "port",
  "long",
];
const REFUSALS: readonly UrlRefusal[] = [
  "not-a-url",
  "too-long",
  "hidden-characters",
  "scheme",
  "credentials",
  "private-host",
];
export const INBOX_ERRORS: readonly string[] = [
  "This question is no longer open.",
  "The page did not open.",
  "This page is no longer needed.",
  "Approve this server first.",
];

type Args = readonly unknown[];
const NAME: readonly Args[] = [["⟦1⟧"]];
const TWO: readonly Args[] = [["⟦1⟧", "⟦2⟧"]];
/** One of each plural category of the six languages, and more. */
export const COUNTS: readonly number[] = [0, 1, 2, 3, 5, 10, 11, 17, 99, 100, 101, 102, 1_000_000];
const COUNT: readonly Args[] = COUNTS.map((count) => [count]);
const RANGES: readonly Args[] = [
  [2, 7],
  [3, 3],
  [undefined, 7],
  [2, undefined],
];
const OPTIONAL: Readonly<Record<string, readonly Args[]>> = {
  issue: ISSUES.map((one) => [one, undefined]),
  urlWarning: [
    ...URL_CODES.map((code) => [{ code, message: "" }]),
    [{ code: "imitation", message: "", imitates: "⟦1⟧", leadsTo: "⟦2⟧" }],
  ],
  urlRefusal: REFUSALS.map((reason) => [reason]),
  nameWarning: ["hidden-characters", "mixed-script", "look-alike"].map((code) => [{ code }]),
  askedAgain: [
    ['Ω\n\nThis is not "⟦1⟧".'],
    ["Ω\n\nEnter it in the format that the server asks for."],
  ],
  refusal: INBOX_ERRORS.map((error) => [error]),
};

/** What the functions of a catalogue are called with, by the path of each. */
export type Samples = Readonly<Record<string, readonly Args[]>>;
const BETWEEN: readonly Args[] = ["number", "characters", "options"].flatMap((of) => [
  [2, 7, of],
  [3, 3, of],
  [1, 1, of],
]);

export const SURFACES: Readonly<
  Record<"react" | "terminal" | "pages", { readonly english: object; readonly samples: Samples }>
> = {
  react: {
    english: { ...FIRST, ...QUESTION_ENGLISH },
    samples: {
      ...OPTIONAL,
      ...{ open: NAME, asks: NAME, messageFrom: NAME, declineOrCancelHint: NAME, between: BETWEEN },
      call: ["tools/call", "prompts/get", "resources/read"].map((method) => [
        { method, name: "⟦1⟧" },
      ]),
      timeLeft: [
        ...[1, 2, 10, 50].map((count) => [count]),
        ...[2, 3, 10, 11, 30].map((m) => [m * 60]),
      ],
      canHaveMoreTime: NAME,
      showMore: [[5017]],
      secretForm: [[["⟦1⟧", "⟦2⟧"], "⟦3⟧"]],
      unsupported: [["This field cannot be shown here because of its pattern."]],
      ...{ onlyAnswer: NAME, reviewFor: NAME, alsoWritten: NAME, searchIn: NAME, problem: TWO },
      timeZone: [
        ["+01:00", "⟦1⟧"],
        ["+01:00", undefined],
        ["Z", undefined],
      ],
      sentAs: [...TWO, ["⟦1⟧", undefined]],
      chosenCount: COUNTS.map((count) => [count, 2_000_000]),
      ...{ optionsFound: COUNT, problems: COUNT.slice(1), waiting: COUNT.slice(1) },
      notOpened: [[1], [2]],
      ...{ codeFrom: NAME, openedPage: NAME, linkOpen: NAME, linkCompleted: NAME },
      held: COUNTS.slice(1).flatMap((count) => [
        ["⟦1⟧", count, "rate-limit"],
        ["⟦1⟧", count, "queue"],
      ]),
      ...{ showHeld: COUNT.slice(1), refuseHeld: COUNT.slice(1), approvalRequest: NAME },
      ...{ approveAlways: NAME, block: NAME, rule: NAME, gone: NAME },
      waitingFor: COUNTS.slice(1).map((count) => ["⟦1⟧", count]),
      arrived: [
        ["⟦1⟧", 1, ""],
        ["⟦1⟧", 17, "⟦2⟧"],
      ],
    },
  },
  terminal: {
    english: MESSAGES,
    samples: {
      ...OPTIONAL,
      ...{ open: NAME, selfGiven: NAME, mayAsk: NAME, sentAs: NAME, link: NAME, linkHost: NAME },
      asks: [...TWO, ["⟦1⟧", undefined]],
      waiting: COUNTS.slice(1).map((count) => [count, ["⟦1⟧", "⟦2⟧"]]),
      timeLeft: [[1], [2], [10], [11], [100], [1020]],
      secretWarning: [["⟦1⟧", ["⟦2⟧", "⟦3⟧"]]],
      more: [[5017]],
      wrongKey: [[["⟦1⟧", "⟦2⟧", "⟦3⟧"]]],
      held: COUNTS.slice(1).map((count) => ["⟦1⟧", count]),
      "search.matches": COUNT.slice(1),
      "search.tickKeys": [[true], [false]],
      "search.ticked": COUNT.slice(1),
      pasted: [[17, 5017]],
      "hints.dateTime": [["⟦1⟧"], [undefined]],
      ...{ "hints.between": RANGES, "hints.length": RANGES, "hints.count": RANGES },
      ...{ "hints.moreThan": [[7]], "hints.lessThan": [[7]], "hints.steps": [[7]] },
      "hints.only": NAME,
      unsupported: [
        ["⟦1⟧", true],
        ["⟦1⟧", false],
      ],
      reviewBecause: [
        ["⟦1⟧", [], 0],
        ...[1, 2, 3, 17].map((count) => ["⟦1⟧", ["suggested", "secret", "offset", "long"], count]),
      ],
      stopHere: [[true], [false]],
      ...{ linkOpen: NAME, linkDone: NAME, blocked: NAME },
    },
  },
  pages: {
    english: PAGES,
    samples: {
      ...OPTIONAL,
      ...{ open: NAME, between: BETWEEN, from: NAME, fromTool: TWO, signedInAs: NAME },
      ...{ secretTitle: NAME, connectTitle: NAME, connectText: TWO, connect: NAME },
      ...{ leavingTitle: NAME, approvalGo: NAME, waiting: COUNT.slice(1) },
    },
  },
};

/** The English text of what a catalogue words by a code: an issue, a warning or a refusal. */
export function englishOf(path: string, args: Args): string | undefined {
  if (path === "issue") return (args[0] as { message: string }).message;
  return path === "refusal" || path === "askedAgain" ? String(args[0]) : undefined;
}
