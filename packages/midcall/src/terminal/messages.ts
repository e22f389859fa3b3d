import type { NameWarning } from "../client/server-name.js";
import type { UrlWarning } from "../client/url-safety/inspect-url.js";
import type { ReviewReason } from "../form/answer-layout.js";
import type { FormOptions } from "../form/form-types.js";
import { minutesOf } from "../messages/minutes.js";
import { SHARED_ENGLISH, type SharedMessages } from "../messages/shared-messages.js";

/**
 * The texts of the terminal. Replace any of them with `messages`. The texts of issues come from the form: see
 * `messages` of `createForm`.
 *
 * The first letters of labels are the keys that choose them (`yes` and `no`: Y and N). Where two labels of one choice
 * begin with the same letter, the keys are numbers.
 */
export interface TerminalMessages extends SharedMessages {
  /** The heading of a question. `tool` is the name of what was called, if it is known. */
  readonly asks: (server: string, tool: string | undefined) => string;
  /** Shown once, below a title that a server gives itself. `name` is the host's name for the server. */
  readonly selfGiven: (name: string) => string;
  /** How many other questions are waiting, and from which servers. */
  readonly waiting: (count: number, servers: readonly string[]) => string;
  /** How much time there is. Shown with the first question, and whenever there is little. */
  readonly timeLeft: (seconds: number) => string;
  /** How to get more time. */
  readonly moreTime: string;
  /** A warning above a form that seems to ask for a secret. */
  readonly secretWarning: (server: string, labels: readonly string[]) => string;
  /** Shown below a text that was cut. */
  readonly more: (characters: number) => string;
  /** How to read on, where a question is longer than the screen. */
  readonly readOn: string;
  /** The keys that work in every question. Shown with the first one. */
  readonly keys: string;
  /** The keys of a choice. Shown with the first question that has one, and whenever `?` is pressed in it. */
  readonly choiceKeys: string;
  /** A key was pressed that chooses nothing. `keys` are those that do. */
  readonly wrongKey: (keys: readonly string[]) => string;

  /** Questions of a server that a limit holds back. */
  readonly held: (server: string, count: number) => string;
  /** Shows the questions that are held back. */
  readonly showHeld: string;
  /** Refuses the questions that are held back. */
  readonly refuseHeld: string;

  /** Asks whether a server may ask. */
  readonly mayAsk: (server: string) => string;
  /** Shows the question that is there. */
  readonly showOnce: string;
  /** Shows this and all later questions of the server. */
  readonly showAlways: string;
  /** Refuses this and all later questions of the server. */
  readonly block: string;

  /** The choice that leaves the value of a required field for later. */
  readonly notAnsweredYet: string;
  /** Enter was pressed before anything was chosen. */
  readonly chooseOne: string;
  /** The button below a text of several lines. */
  readonly done: string;
  /** The search in a long list. A text that is too wide for the screen is replaced with the English one. */
  readonly search: {
    /** Stands before the typed text. */
    readonly label: string;
    /** How many options match. */
    readonly matches: (count: number) => string;
    /** No option matches. */
    readonly noMatches: string;
    /** The keys of a choice. */
    readonly keys: string;
    /** The keys of a multiple choice; with `space`, Space selects as well, after Up or Down. */
    readonly tickKeys: (space: boolean) => string;
    /** How many options are selected. */
    readonly ticked: (count: number) => string;
  };
  /** Represents a long pasted text in the field. */
  readonly pasted: (number: number, characters: number) => string;
  /** What to enter, by the kind of field. */
  readonly hints: {
    /** An email address. */
    readonly email: string;
    /** A URL. */
    readonly uri: string;
    /** A date. */
    readonly date: string;
    /** @param zone - the time zone of a time without an offset; `undefined` if only the host knows it */
    readonly dateTime: (zone: string | undefined) => string;
    /** A number. */
    readonly number: string;
    /** A whole number. */
    readonly integer: string;
    /** The keys of a text of several lines. */
    readonly lines: string;
    /** The keys of a list. */
    readonly list: string;
    /** The keys of a multiple choice. */
    readonly ticks: string;
    /** The limits of a number; at least one is given. */
    readonly between: (minimum: number | undefined, maximum: number | undefined) => string;
    /** A number above a limit. */
    readonly moreThan: (limit: number) => string;
    /** A number below a limit. */
    readonly lessThan: (limit: number) => string;
    /** A number in steps. */
    readonly steps: (step: number) => string;
    /** For a yes/no field with one valid answer. */
    readonly only: (answer: string) => string;
    /** The limits of the length of a text; at least one is given. */
    readonly length: (minimum: number | undefined, maximum: number | undefined) => string;
    /** How many options to choose; at least one limit is given. */
    readonly count: (minimum: number | undefined, maximum: number | undefined) => string;
    /** A format beyond that of the kind is checked here, before anything is sent. */
    readonly pattern: string;
    /** A format that only the server checks. */
    readonly patternUnchecked: string;
  };
  /** The value that a completed date and time is sent as. */
  readonly sentAs: (value: string) => string;
  /** A field that cannot be shown here. */
  readonly unsupported: (label: string, required: boolean) => string;
  /** A form that has a required field which cannot be shown here. */
  readonly cannotSend: string;

  /** The heading of a review: why there is one. `suggested` counts the values that the server has filled in. */
  readonly reviewBecause: (
    title: string,
    reasons: readonly ReviewReason[],
    suggested: number,
  ) => string;
  /** Above the choice to agree, where a form has no fields. */
  readonly nothing: string;
  /** Above the choice of what to do with the answer or link. */
  readonly whatNow: string;
  /** Asks which field to change. */
  readonly editWhich: string;
  /** Returns without a change. */
  readonly back: string;
  /** Returns to the question. */
  readonly goOn: string;
  /** Asks whether to leave a question. `typed`: something was entered that would be lost. */
  readonly stopHere: (typed: boolean) => string;
  /** Above the errors of an answer that was not sent. */
  readonly fixFirst: string;

  /** Above the address of a page. `host` is the part that stands out. */
  readonly link: (host: string) => string;
  /** The host as its letters look, if it is encoded in the address. */
  readonly linkHost: (unicode: string) => string;
  /** Another text for a warning about a link, or `undefined` for the English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  /**
   * The whole message of a question, where a server of midcall has written at its end, in English, why it asks again;
   * `undefined` for the message as it is. @param message - with line ends
   */
  readonly askedAgain?: ((message: string) => string | undefined) | undefined;
  /**
   * The text of an issue with an answer, or `undefined` for the English one; see `messages` of `createForm`. An option
   * `formMessages`, or the form of `askForm`, comes before it.
   */
  readonly issue?: FormOptions["messages"];
  /** The page takes a while to open. */
  readonly opening: string;
  /** Waits on for the page. */
  readonly wait: string;
  /** The page is open, and its completion is awaited. */
  readonly opened: string;
  /** The page did not open; its address follows. */
  readonly notOpened: string;
  /** Continues after the user has opened the page without the program. */
  readonly openedMyself: string;
  /** Above the card of an opened page. */
  readonly linkOpen: (host: string) => string;
  /** The same once the server reports that the user has finished there. */
  readonly linkDone: (host: string) => string;
  /** Precedes the code that the page asks for. */
  readonly code: string;
  /** Removes the card of an opened page; the call goes on. */
  readonly hideLink: string;
  /** Stops the call that a page was opened for. */
  readonly stopCall: string;

  /** The answer was sent. */
  readonly sent: string;
  /** The question was declined. */
  readonly declined: string;
  /** The question was closed without an answer. */
  readonly cancelled: string;
  /** The server was blocked. */
  readonly blocked: (server: string) => string;
  /** The time ran out. */
  readonly outOfTime: string;
  /** The question is over, and was not answered here. */
  readonly withdrawn: string;
  /** The same for a link that was opened. */
  readonly linkOver: string;
  /** After Ctrl-C on a question. */
  readonly interruptAgain: string;
  /** Precedes the message of an unexpected error. */
  readonly failed: string;
}

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string => {
  if (minimum !== undefined && minimum === maximum) return `exactly ${minimum}${unit}`;
  if (minimum === undefined) return `at most ${maximum}${unit}`;
  return maximum === undefined ? `at least ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
};

const reviewReason = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return suggested === 1
        ? "one value was suggested by the server"
        : `${suggested} values were suggested by the server`;
    case "secret":
      return "it may contain a secret";
    case "offset":
      return "a time is sent with an offset";
    case "long":
      return "it is long";
  }
};

/** The default texts. */
export const MESSAGES: TerminalMessages = {
  ...SHARED_ENGLISH,
  asks: (server, tool) => (tool ? `${server} asks (during ${tool}):` : `${server} asks:`),
  selfGiven: (name) => `The server gives itself this name. You started it as ${name}.`,
  waiting: (count, servers) =>
    `${count} more ${count === 1 ? "question" : "questions"} waiting, from ${servers.join(", ")}.`,
  timeLeft: (seconds) =>
    seconds >= 120 ? `${minutesOf(seconds)} minutes to answer.` : `${seconds} seconds to answer.`,
  moreTime: "The time restarts with each field you answer, or when you press Esc and continue.",
  secretWarning: (server, labels) =>
    `This seems to ask for a secret (${labels.join(", ")}). What you enter is shown on the screen, sent to ${server}, and may reach a model. If in doubt, decline.`,
  more: (characters) => `… (${characters.toLocaleString("en")} more characters)`,
  readOn: "Space or Enter shows more.",
  keys: "Esc or Ctrl-C: decline or leave. Ctrl-C again: stop the program.",
  choiceKeys: "In a choice: its key, or arrows and Enter; ? shows this.",
  wrongKey: (keys) =>
    `Press ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(keys)}, or use the arrows and Enter.`,

  held: (server, count) =>
    `${count} more ${count === 1 ? "question of" : "questions of"} ${server} ${count === 1 ? "is" : "are"} held back, because it asks so much. Show ${count === 1 ? "it" : "them"}?`,
  showHeld: "Yes, show",
  refuseHeld: "No, refuse",

  mayAsk: (server) => `Allow ${server} to ask you a question?`,
  showOnce: "Show this question",
  showAlways: "Always allow this server",
  block: "Block this server",

  notAnsweredYet: "Not answered yet",
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
    dateTime: (zone) =>
      zone === undefined
        ? "a date and time, such as 2026-01-31 09:30; you can add an offset, such as +01:00"
        : `a date and time, such as 2026-01-31 09:30; in ${zone} unless you add an offset`,
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
    pattern: "the format is checked",
    patternUnchecked: "the server checks the format",
  },
  sentAs: (value) => `Will be sent as ${value}`,
  unsupported: (label, required) =>
    required
      ? `"${label}" cannot be shown here, and the server requires it.`
      : `"${label}" cannot be shown here. It is optional and will be omitted.`,
  cannotSend: "This form cannot be sent from here. You can decline, or close it for now.",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}:`
      : `${title}: ${reasons.map((reason) => reviewReason(reason, suggested)).join(", and ")}.`,
  nothing: "Only your agreement will be sent.",
  whatNow: "What next?",
  editWhich: "Which field?",
  back: "Back",
  goOn: "Continue",
  stopHere: (typed) =>
    typed ? "Stop answering? What you have entered will be lost." : "Stop answering?",
  fixFirst: "Your answer was not sent. Please fix the following:",

  link: (host) => `The server asks you to open this page on ${host}:`,
  linkHost: (unicode) => `The host is also written as ${unicode}`,
  opening: "Opening the page…",
  wait: "Wait",
  opened:
    "The page is open. When you have finished there, this continues by itself, or you can continue it.",
  notOpened: "The page did not open. Nothing was sent. You can open this address yourself:",
  openedMyself: "I have opened it myself",
  linkOpen: (host) => `The page on ${host} is open. The call continues when you have finished.`,
  linkDone: (host) => `You have finished on ${host}. The call continues.`,
  code: "Code:",
  hideLink: "Hide this",
  stopCall: "Stop the call",

  sent: "Sent.",
  declined: "Declined: your answer is no.",
  cancelled: "Closed: no answer was sent.",
  blocked: (server) => `${server} is blocked.`,
  outOfTime: "Time ran out. No answer was sent.",
  withdrawn: "This question is closed: it was withdrawn or answered elsewhere.",
  linkOver: "This question is closed: the page was completed, or the question was withdrawn.",
  interruptAgain: "Press Ctrl-C again to stop the program.",
  failed: "The question could not be shown:",
};
