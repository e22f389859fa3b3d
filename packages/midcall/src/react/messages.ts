import type { NameWarning, QuestionCall, UrlWarning } from "../client/index.js";
import type { FormField, FormIssue } from "../form/index.js";

/**
 * Every text the parts show of their own. Replace any of them with the `messages` of
 * {@link ElicitationProvider}. Names of servers and labels of fields are given as they are shown.
 */
export interface ElicitationMessages {
  // The question as a whole.
  readonly asks: (server: string) => string;
  /** What the server was called for, such as “Tool: create_issue”. */
  readonly call: (call: QuestionCall) => string;
  /** Names the server's own words to those who do not see that they are set apart. */
  readonly wordsOf: (server: string) => string;
  readonly decline: string;
  readonly cancel: string;
  /** What the two buttons above do. */
  readonly waysOut: (server: string) => string;
  readonly sending: string;
  readonly notSent: string;
  /** @param seconds - rounded: whole minutes above one, else tens */
  readonly timeLeft: (seconds: number) => string;
  /** Gives a question its whole time again. */
  readonly moreTime: string;
  /** Said aloud as soon as there is that button. @param left - what `timeLeft` gives */
  readonly canHaveMoreTime: (left: string) => string;
  readonly showMore: (characters: number) => string;
  readonly showLess: string;

  // Forms.
  readonly required: string;
  readonly optional: string;
  readonly yes: string;
  readonly no: string;
  readonly noAnswer: string;
  readonly choose: string;
  readonly secretForm: (labels: readonly string[], server: string) => string;
  readonly secretField: string;
  /** @param reason - a sentence in English: why this host cannot show a field */
  readonly unsupported: (reason: string) => string;
  readonly cannotSubmit: string;
  /** Where a server takes only one answer to a yes or no. @param answer - `yes` or `no`, as above */
  readonly onlyAnswer: (answer: string) => string;
  /** @param name - of the time zone, if it has one */
  readonly timeZone: (offset: string, name: string | undefined) => string;
  readonly chosenCount: (chosen: number, total: number) => string;
  readonly search: string;
  readonly searchIn: (label: string) => string;
  readonly optionsFound: (count: number) => string;
  /** A date, with or without a time, that is none. */
  readonly incomplete: string;
  readonly problems: (count: number) => string;
  readonly problem: (label: string, message: string) => string;
  /**
   * Another text for what is wrong with a field, or nothing for the form engine's English one. The limits
   * of a field (`minimum`, `multipleOf`, `maxItems` and the like) are told beforehand in the same words.
   */
  readonly issue?:
    ((issue: FormIssue, field: FormField | undefined) => string | undefined) | undefined;
  /** Another text for why the inbox did not take an answer, or nothing for its English one. */
  readonly refusal?: ((error: string) => string | undefined) | undefined;

  // Review.
  readonly submit: string;
  readonly agree: string;
  readonly review: string;
  readonly reviewFor: (server: string) => string;
  readonly notAnswered: string;
  readonly send: string;
  readonly edit: string;

  // Links.
  readonly leadsTo: string;
  readonly fullAddress: string;
  readonly alsoWritten: (host: string) => string;
  readonly warnings: string;
  /** Another text for a warning, or nothing for the inbox's English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  readonly outside: string;
  readonly open: (host: string) => string;
  readonly opened: string;
  /** The page did not open; said aloud. @param attempt - how often that was tried, from 1 */
  readonly notOpened: (attempt: number) => string;
  readonly tryAgain: string;

  // Servers and the inbox.
  readonly gate: (server: string) => string;
  readonly gateShow: string;
  readonly gateAlways: (server: string) => string;
  readonly gateBlock: (server: string) => string;
  readonly rule: (server: string) => string;
  readonly ruleAllow: string;
  readonly ruleAsk: string;
  readonly ruleBlock: string;
  readonly rules: string;
  readonly inbox: string;
  readonly empty: string;
  readonly waiting: (count: number) => string;
  readonly waitingFor: (server: string, count: number) => string;
  readonly arrived: (server: string, open: number) => string;
  readonly gone: (server: string) => string;
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;
const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "Tool",
  "prompts/get": "Prompt",
  "resources/read": "Resource",
};

/** The texts used where none are given. */
export const ENGLISH: ElicitationMessages = {
  asks: (server) => `${server} asks`,
  call: ({ method, name }) => `${CALLS[method] ?? method}: ${name}`,
  wordsOf: (server) => `In the words of ${server}`,
  decline: "Decline",
  cancel: "Not now",
  waysOut: (server) =>
    `“Decline” tells ${server} no. “Not now” closes the question without an answer.`,
  sending: "Sending…",
  notSent: "That was not sent. Please try again.",
  timeLeft: (seconds) =>
    `${seconds > 60 ? count(seconds / 60, "minute") : count(seconds, "second")} left`,
  moreTime: "More time",
  canHaveMoreTime: (left) => `${left}; you can ask for more time`,
  showMore: (characters) => `Show all ${characters} characters`,
  showLess: "Show less",

  required: "required",
  optional: "optional",
  yes: "Yes",
  no: "No",
  noAnswer: "No answer",
  choose: "Choose…",
  secretForm: (labels, server) =>
    `${server} seems to ask for a secret: ${labels.join(", ")}. Honest servers ask for those on a page of their own.`,
  secretField: "This looks like a secret.",
  unsupported: (reason) => reason,
  cannotSubmit: "A required part cannot be shown here, so this cannot be sent.",
  onlyAnswer: (answer) => `Only “${answer}” can be sent.`,
  timeZone: (offset, name) => `Time zone: ${name ? `${name}, ` : ""}UTC${offset}.`,
  chosenCount: (chosen, total) => `${chosen} of ${total} chosen`,
  search: "Type to search",
  searchIn: (label) => `Search in ${label}`,
  optionsFound: (found) => (found === 0 ? "No option matches." : count(found, "option")),
  incomplete: "Enter all of it, and a day that exists.",
  problems: (problems) =>
    problems === 1 ? "There is a problem" : `There are ${problems} problems`,
  problem: (label, message) => `${label}: ${message}`,

  submit: "Review answer",
  agree: "Agree",
  review: "Check your answer",
  reviewFor: (server) => `This is all that ${server} will get.`,
  notAnswered: "Not answered",
  send: "Send",
  edit: "Edit",

  leadsTo: "The link leads to",
  fullAddress: "Full address",
  alsoWritten: (host) => `Also written ${host}`,
  warnings: "Look closely before you open it:",
  outside: "The page opens in your browser.",
  open: (host) => `Open ${host}`,
  opened: "The page was opened. Finish there, then come back.",
  notOpened: (attempt) =>
    `The page did not open (attempt ${attempt}). Your browser may have blocked it: allow it there and try again, or choose “Not now”.`,
  tryAgain: "I am done, continue",

  gate: (server) => `${server} wants to ask you something.`,
  gateShow: "Show this question",
  gateAlways: (server) => `Always let ${server} ask`,
  gateBlock: (server) => `Block ${server}`,
  rule: (server) => `When ${server} asks`,
  ruleAllow: "Show its questions",
  ruleAsk: "Ask me first",
  ruleBlock: "Do not show",
  rules: "Who may ask",
  inbox: "Questions",
  empty: "No open questions.",
  waiting: (waiting) => `${count(waiting, "more question")} waiting`,
  waitingFor: (server, waiting) => `${server}: ${count(waiting, "question")}`,
  arrived: (server, open) =>
    `${server} asks a question.${open > 1 ? ` ${count(open, "question")} open.` : ""}`,
  gone: (server) =>
    `A question from ${server} was withdrawn, ran out of time or was answered elsewhere.`,
};

/** What is wrong with a field, in the words of the host. */
export function issueText(
  messages: ElicitationMessages,
  issue: FormIssue,
  field: FormField | undefined,
): string {
  const own = messages.issue?.(issue, field);
  if (own) return own;
  // A native picker has no place for the form's own advice on how to write a date.
  if (issue.code === "format" && field?.kind.startsWith("date")) return messages.incomplete;
  return issue.message;
}
