import type { NameWarning } from "../client/server-name.js";
import type { UrlWarning } from "../client/url-safety/inspect-url.js";

/**
 * Every sentence of the terminal's own, to say it in another way or language. What is wrong with a field
 * comes from the form: see `messages` of `createForm`.
 */
export interface TerminalMessages {
  /** Above a question. `tool` is what was called, where that is known. */
  readonly asks: (server: string, tool: string | undefined) => string;
  /** How many other questions wait, and whose. */
  readonly waiting: (count: number, servers: readonly string[]) => string;
  readonly timeLeft: (seconds: number) => string;
  /** How to get more of it. */
  readonly moreTime: string;
  readonly secretWarning: (server: string, labels: readonly string[]) => string;
  /** Under a text that was cut. */
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
  /** On the button below a text of several lines. */
  readonly done: string;
  /** In a long list, which is searched. Words that would make a line too wide for the screen are left in English. */
  readonly search: {
    readonly label: string;
    readonly matches: (count: number) => string;
    readonly noMatches: string;
    readonly keys: string;
    /** The same where options are ticked; `space`: with Space too, after Up or Down. */
    readonly tickKeys: (space: boolean) => string;
    readonly ticked: (count: number) => string;
  };
  /** Stands for a long pasted text, in the field. */
  readonly pasted: (number: number, characters: number) => string;
  /** What can be entered, by the kind of field. */
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
    /** Only one of Yes and No can be sent. */
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
  /** Another text for a warning about a link, or nothing for the inbox's English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  readonly open: string;
  /** The page is being opened, and that takes a while. */
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
  /** The same, of a link that was opened. */
  readonly linkOver: string;
  readonly interruptAgain: string;
  /** Before the text of an error that should not be. */
  readonly failed: string;
}

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string => {
  if (minimum !== undefined && minimum === maximum) return `exactly ${minimum}${unit}`;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  return maximum === undefined ? `at least ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
};

/** The English ones. */
export const MESSAGES: TerminalMessages = {
  asks: (server, tool) => (tool ? `${server} asks (during ${tool}):` : `${server} asks:`),
  waiting: (count, servers) =>
    `${count} more ${count === 1 ? "question waits" : "questions wait"}, from ${servers.join(", ")}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `${Math.round(seconds / 60)} minutes to answer.`
      : `${seconds} seconds to answer.`,
  moreTime: "The time starts again with each field you answer, and when you press Esc and go on.",
  secretWarning: (server, labels) =>
    `This seems to ask for a secret (${labels.join(", ")}). What you enter here is shown on the screen, goes to ${server}, and may reach a model. Decline if you are not sure.`,
  more: (characters) => `… (${characters.toLocaleString("en")} more characters)`,
  keys: "Esc: go on, decline or cancel. Nothing is sent before you have looked it over.",

  mayAsk: (server) => `${server} wants to ask you something. May it?`,
  showOnce: "Show this question",
  showAlways: "Show this and all others from it",
  block: "Block it: none of its questions is shown",

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
    uri: "a full address, such as https://example.com",
    date: "a date: year-month-day, such as 2026-01-31",
    dateTime: (offset) =>
      `a date and time, such as 2026-01-31 09:30; UTC${offset} where you give no offset`,
    number: "a number, with a point before decimals",
    integer: "a whole number",
    lines: "Enter: new line. Tab, then Enter: done",
    list: "Up, Down, Enter",
    ticks: "Space ticks, Enter: done",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `more than ${limit}`,
    lessThan: (limit) => `less than ${limit}`,
    steps: (step) => `in steps of ${step}`,
    only: (answer) => `only ${answer} can be sent`,
    length: (minimum, maximum) => range(minimum, maximum, " characters"),
    count: (minimum, maximum) => `choose ${range(minimum, maximum)}`,
    patternUnchecked: "the server checks its form",
  },
  unsupported: (label, required) =>
    required
      ? `"${label}" cannot be shown here, and the server requires it.`
      : `"${label}" cannot be shown here. It is optional and will be left out.`,
  cannotSend: "This form cannot be sent from here. You can decline or cancel.",

  review: "This will be sent:",
  leftOut: "left out",
  nothing: "Nothing but your agreement is sent.",
  whatNow: "What now?",
  send: "Send",
  edit: "Edit a field",
  editWhich: "Which field?",
  back: "Back",
  decline: "Decline (your answer is no)",
  cancel: "Cancel (no answer)",
  goOn: "Go on",
  stopHere: "Stop here?",
  readAll: "Read the whole text",
  fixFirst: "It was not sent:",

  link: (host) => `It wants you to open this page on ${host}:`,
  linkHost: (unicode) => `Written out, the host is ${unicode}`,
  open: "Open in browser",
  opening: "The page is being opened.",
  wait: "Wait",
  tryAgain: "Try again: I am done there",
  opened: "Opened. Finish there; this goes on by itself, or when you say so.",
  notOpened: "The page could not be opened.",

  sent: "Sent.",
  declined: "Declined: your answer is no.",
  cancelled: "Cancelled: no answer was given.",
  blocked: (server) => `${server} is blocked.`,
  outOfTime: "The time for this question ran out. No answer was given.",
  withdrawn: "This question is gone: the server took it back, or it was answered elsewhere.",
  linkOver: "This question is over: the page is done, or the server took the question back.",
  interruptAgain: "Ctrl-C once more stops the program.",
  failed: "The question could not be shown:",
};
