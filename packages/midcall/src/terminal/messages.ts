import type { NameWarning } from "../client/server-name.js";
import type { UrlWarning } from "../client/url-safety/inspect-url.js";

/**
 * The texts of the terminal. Replace any of them with `messages`. The texts of issues come from the form: see
 * `messages` of `createForm`.
 */
export interface TerminalMessages {
  /** The heading of a question. `tool` is the name of what was called, if it is known. */
  readonly asks: (server: string, tool: string | undefined) => string;
  /** How many other questions are waiting, and from which servers. */
  readonly waiting: (count: number, servers: readonly string[]) => string;
  readonly timeLeft: (seconds: number) => string;
  /** How to get more time. */
  readonly moreTime: string;
  readonly secretWarning: (server: string, labels: readonly string[]) => string;
  /** Shown below a text that was cut. */
  readonly more: (characters: number) => string;
  readonly keys: string;

  readonly mayAsk: (server: string) => string;
  readonly showOnce: string;
  readonly showAlways: string;
  readonly block: string;

  readonly required: string;
  readonly optional: string;
  readonly notAnswered: string;
  readonly leaveUnanswered: string;
  readonly yes: string;
  readonly no: string;
  readonly chooseOne: string;
  /** The button below a text of several lines. */
  readonly done: string;
  /** The search in a long list. A text that is too wide for the screen is replaced with the English one. */
  readonly search: {
    readonly label: string;
    readonly matches: (count: number) => string;
    readonly noMatches: string;
    readonly keys: string;
    /** The keys of a multiple choice; with `space`, Space selects as well, after Up or Down. */
    readonly tickKeys: (space: boolean) => string;
    readonly ticked: (count: number) => string;
  };
  /** Represents a long pasted text in the field. */
  readonly pasted: (number: number, characters: number) => string;
  /** What to enter, by the kind of field. */
  readonly hints: {
    readonly email: string;
    readonly uri: string;
    readonly date: string;
    readonly dateTime: (offset: string) => string;
    readonly number: string;
    readonly integer: string;
    readonly lines: string;
    readonly list: string;
    readonly ticks: string;
    readonly between: (minimum: number | undefined, maximum: number | undefined) => string;
    readonly moreThan: (limit: number) => string;
    readonly lessThan: (limit: number) => string;
    readonly steps: (step: number) => string;
    /** For a yes/no field with one valid answer. */
    readonly only: (answer: string) => string;
    readonly length: (minimum: number | undefined, maximum: number | undefined) => string;
    readonly count: (minimum: number | undefined, maximum: number | undefined) => string;
    readonly patternUnchecked: string;
  };
  /** A field that cannot be shown here. */
  readonly unsupported: (label: string, required: boolean) => string;
  readonly cannotSend: string;

  readonly review: string;
  readonly leftOut: string;
  readonly nothing: string;
  readonly whatNow: string;
  readonly send: string;
  readonly edit: string;
  readonly editWhich: string;
  readonly back: string;
  readonly decline: string;
  readonly cancel: string;
  readonly goOn: string;
  readonly stopHere: string;
  readonly readAll: string;
  readonly fixFirst: string;

  readonly link: (host: string) => string;
  readonly linkHost: (unicode: string) => string;
  /** Another text for a warning about a link, or `undefined` for the English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  readonly open: string;
  /** The page takes a while to open. */
  readonly opening: string;
  readonly wait: string;
  readonly tryAgain: string;
  readonly opened: string;
  readonly notOpened: string;

  readonly sent: string;
  readonly declined: string;
  readonly cancelled: string;
  readonly blocked: (server: string) => string;
  readonly outOfTime: string;
  readonly withdrawn: string;
  /** The same for a link that was opened. */
  readonly linkOver: string;
  readonly interruptAgain: string;
  /** Precedes the message of an unexpected error. */
  readonly failed: string;
}

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string => {
  if (minimum !== undefined && minimum === maximum) return `exactly ${minimum}${unit}`;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  return maximum === undefined ? `at least ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
};

/** The default texts. */
export const MESSAGES: TerminalMessages = {
  asks: (server, tool) => (tool ? `${server} asks (during ${tool}):` : `${server} asks:`),
  waiting: (count, servers) =>
    `${count} more ${count === 1 ? "question" : "questions"} waiting, from ${servers.join(", ")}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `${Math.round(seconds / 60)} minutes to answer.`
      : `${seconds} seconds to answer.`,
  moreTime: "The time restarts with each field you answer, or when you press Esc and continue.",
  secretWarning: (server, labels) =>
    `This seems to ask for a secret (${labels.join(", ")}). What you enter is shown on the screen, sent to ${server}, and may reach a model. If in doubt, decline.`,
  more: (characters) => `… (${characters.toLocaleString("en")} more characters)`,
  keys: "Esc: continue, decline or cancel. You can review your answer before it is sent.",

  mayAsk: (server) => `Allow ${server} to ask you a question?`,
  showOnce: "Show this question",
  showAlways: "Always allow this server",
  block: "Block this server",

  required: "required",
  optional: "optional",
  notAnswered: "Not answered yet",
  leaveUnanswered: "Leave unanswered",
  yes: "Yes",
  no: "No",
  chooseOne: "Choose an answer.",
  done: "done",
  search: {
    label: "Search:",
    matches: (count) => `(${count} ${count === 1 ? "match" : "matches"})`,
    noMatches: "No matches found",
    keys: "↑/↓ to select • Enter: confirm • Type: to search",
    tickKeys: (space) =>
      `↑/↓ to navigate • ${space ? "Space/Tab" : "Tab"}: select • Enter: confirm • Type: to search`,
    ticked: (count) => `${count} items selected`,
  },
  pasted: (number, characters) =>
    `[paste ${number}: ${characters.toLocaleString("en")} characters]`,
  hints: {
    email: "an email address",
    uri: "a full URL, such as https://example.com",
    date: "a date: year-month-day, such as 2026-01-31",
    dateTime: (offset) =>
      `a date and time, such as 2026-01-31 09:30; UTC${offset} unless you add an offset`,
    number: "a number, with a decimal point",
    integer: "a whole number",
    lines: "Enter: new line. Tab, then Enter: done",
    list: "Up/Down: select, Enter: done",
    ticks: "Space: select, Enter: done",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `more than ${limit}`,
    lessThan: (limit) => `less than ${limit}`,
    steps: (step) => `in steps of ${step}`,
    only: (answer) => `only ${answer} can be sent`,
    length: (minimum, maximum) => range(minimum, maximum, " characters"),
    count: (minimum, maximum) => `choose ${range(minimum, maximum)}`,
    patternUnchecked: "the server checks the format",
  },
  unsupported: (label, required) =>
    required
      ? `"${label}" cannot be shown here, and the server requires it.`
      : `"${label}" cannot be shown here. It is optional and will be omitted.`,
  cannotSend: "This form cannot be sent from here. You can decline or cancel.",

  review: "This will be sent:",
  leftOut: "not answered",
  nothing: "Only your agreement will be sent.",
  whatNow: "What next?",
  send: "Send",
  edit: "Edit a field",
  editWhich: "Which field?",
  back: "Back",
  decline: "Decline (your answer is no)",
  cancel: "Cancel (no answer)",
  goOn: "Continue",
  stopHere: "Stop answering?",
  readAll: "Show the full text",
  fixFirst: "Your answer was not sent. Please fix the following:",

  link: (host) => `The server asks you to open this page on ${host}:`,
  linkHost: (unicode) => `The host is also written as ${unicode}`,
  open: "Open in browser",
  opening: "Opening the page…",
  wait: "Wait",
  tryAgain: "I’m done, continue",
  opened:
    "The page is open. When you have finished there, this continues by itself, or you can continue it.",
  notOpened: "The page did not open.",

  sent: "Sent.",
  declined: "Declined: your answer is no.",
  cancelled: "Cancelled: no answer was sent.",
  blocked: (server) => `${server} is blocked.`,
  outOfTime: "Time ran out. No answer was sent.",
  withdrawn: "This question is closed: it was withdrawn or answered elsewhere.",
  linkOver: "This question is closed: the page was completed, or the question was withdrawn.",
  interruptAgain: "Press Ctrl-C again to stop the program.",
  failed: "The question could not be shown:",
};
