import type { NameWarning } from "../client/server-name.js";
import type { HeldQuestions, QuestionCall } from "../client/inbox/question.js";
import type { UrlWarning } from "../client/url-safety/inspect-url.js";
import type { FormField, FormIssue } from "../form/index.js";

/**
 * The texts of the components. Replace any of them with the `messages` of {@link ElicitationProvider}. Names of
 * servers and labels of fields are passed as they are displayed.
 */
export interface ElicitationMessages {
  // The question as a whole.
  readonly asks: (server: string) => string;
  /** The call that the question belongs to, such as “Tool: create_issue”. */
  readonly call: (call: QuestionCall) => string;
  /** Labels the server's message for screen readers. */
  readonly messageFrom: (server: string) => string;
  readonly decline: string;
  readonly cancel: string;
  /** Explains the decline and cancel buttons. */
  readonly declineOrCancelHint: (server: string) => string;
  readonly sending: string;
  readonly notSent: string;
  /** @param seconds - the time left, rounded to a minute, or to ten seconds in the last minute */
  readonly timeLeft: (seconds: number) => string;
  /** The button that restarts the time limit. */
  readonly moreTime: string;
  /** Announced when that button appears. @param left - the text of `timeLeft` */
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
  /** @param reason - one sentence in English: why the field cannot be shown */
  readonly unsupported: (reason: string) => string;
  readonly cannotSubmit: string;
  /** For a yes/no field with one valid answer. @param answer - the text of `yes` or `no` */
  readonly onlyAnswer: (answer: string) => string;
  /** @param name - the name of the time zone, if it has one */
  readonly timeZone: (offset: string, name: string | undefined) => string;
  readonly chosenCount: (chosen: number, total: number) => string;
  readonly search: string;
  readonly searchIn: (label: string) => string;
  readonly optionsFound: (count: number) => string;
  /** For a date that is incomplete or does not exist. */
  readonly incomplete: string;
  readonly problems: (count: number) => string;
  readonly problem: (label: string, message: string) => string;
  /**
   * Another text for an issue, or `undefined` for the English one. The same texts describe the limits of a
   * field (`minimum`, `multipleOf`, `maxItems` and similar) before it is filled in.
   */
  readonly issue?:
    ((issue: FormIssue, field: FormField | undefined) => string | undefined) | undefined;
  /** Another text for an error of the inbox, or `undefined` for the English one. */
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
  /** Another text for a warning about a link, or `undefined` for the English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  readonly outside: string;
  readonly open: (host: string) => string;
  readonly opened: string;
  /** Announced when the page did not open. @param attempt - the number of attempts, from 1 */
  readonly notOpened: (attempt: number) => string;
  readonly tryAgain: string;
  /** Where the domain of a link is not known. */
  readonly ownerUnknown: string;
  /** Labels the code that a page asks for. */
  readonly codeFrom: (server: string) => string;
  readonly copyCode: string;
  readonly copied: string;

  // Opened pages.
  /** @param host - the domain of the page, or its whole host */
  readonly openedPage: (host: string) => string;
  readonly linkOpen: (server: string) => string;
  readonly linkCompleted: (host: string) => string;
  readonly openAgain: string;
  readonly stopCall: string;
  readonly closeLink: string;

  // Questions that a limit holds back.
  readonly held: (server: string, count: number, reason: HeldQuestions["reason"]) => string;
  readonly showHeld: (count: number) => string;
  readonly refuseHeld: (count: number) => string;

  // Servers and the inbox.
  readonly approvalRequest: (server: string) => string;
  readonly approveOnce: string;
  readonly approveAlways: (server: string) => string;
  readonly block: (server: string) => string;
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

/** The default texts. */
export const ENGLISH: ElicitationMessages = {
  asks: (server) => `${server} asks`,
  call: ({ method, name }) => `${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => `Message from ${server}`,
  decline: "Decline",
  cancel: "Not now",
  declineOrCancelHint: (server) =>
    `“Decline” tells ${server} no. “Not now” closes the question without an answer.`,
  sending: "Sending…",
  notSent: "Your answer was not sent. Please try again.",
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
    `${server} seems to ask for a secret: ${labels.join(", ")}. Trustworthy servers ask for secrets on their own page.`,
  secretField: "This looks like a secret.",
  unsupported: (reason) => reason,
  cannotSubmit: "A required field cannot be shown here, so the form cannot be sent.",
  onlyAnswer: (answer) => `Only “${answer}” can be sent.`,
  timeZone: (offset, name) => `Time zone: ${name ? `${name}, ` : ""}UTC${offset}.`,
  chosenCount: (chosen, total) => `${chosen} of ${total} chosen`,
  search: "Type to search",
  searchIn: (label) => `Search in ${label}`,
  optionsFound: (found) => (found === 0 ? "No matching options." : count(found, "option")),
  incomplete: "Enter a complete, valid date.",
  problems: (problems) =>
    `Please fix the following ${problems === 1 ? "problem" : `${problems} problems`}`,
  problem: (label, message) => `${label}: ${message}`,

  submit: "Review answer",
  agree: "Agree",
  review: "Check your answer",
  reviewFor: (server) => `Only this will be sent to ${server}.`,
  notAnswered: "Not answered",
  send: "Send",
  edit: "Edit",

  leadsTo: "The link leads to",
  fullAddress: "Full address",
  alsoWritten: (host) => `Also written as ${host}`,
  warnings: "Check this before you open the link:",
  outside: "The page opens in your browser.",
  open: (host) => `Open ${host}`,
  opened: "The page is open. Finish there, then come back.",
  notOpened: (attempt) =>
    `The page did not open${attempt > 1 ? ` (attempt ${attempt})` : ""}, and nothing was sent. Your browser may have blocked it: use this link instead.`,
  tryAgain: "I’m done, continue",
  ownerUnknown: "Read the address from its end: only the last part says who owns the page.",
  codeFrom: (server) => `Code for the page, from ${server}`,
  copyCode: "Copy code",
  copied: "Copied",

  openedPage: (host) => `Opened: ${host}`,
  linkOpen: (server) => `Finish in the other tab. ${server} is waiting for that.`,
  linkCompleted: (host) => `The page on ${host} is completed. You can close its tab.`,
  openAgain: "Open again",
  stopCall: "Stop the call",
  closeLink: "Close",

  held: (server, held, reason) =>
    `${server} ${reason === "rate-limit" ? "has asked too many questions in a short time" : "has too many open questions"}. ${held} ${held === 1 ? "is" : "are"} held back.`,
  showHeld: (held) => (held === 1 ? "Show it anyway" : "Show them anyway"),
  refuseHeld: (held) => (held === 1 ? "Refuse it" : "Refuse them"),

  approvalRequest: (server) => `Allow ${server} to ask you a question?`,
  approveOnce: "Show this question",
  approveAlways: (server) => `Always allow ${server}`,
  block: (server) => `Block ${server}`,
  rule: (server) => `When ${server} asks`,
  ruleAllow: "Show its questions",
  ruleAsk: "Ask me first",
  ruleBlock: "Block its questions",
  rules: "Permissions",
  inbox: "Questions",
  empty: "No open questions.",
  waiting: (waiting) => `${count(waiting, "more question")} waiting`,
  waitingFor: (server, waiting) => `${server}: ${count(waiting, "question")}`,
  arrived: (server, open) =>
    `${server} asks a question.${open > 1 ? ` ${count(open, "open question")}.` : ""}`,
  gone: (server) => `A question from ${server} was withdrawn, timed out or was answered elsewhere.`,
};

/** The text of an issue, in the language of the host. */
export function issueText(
  messages: ElicitationMessages,
  issue: FormIssue,
  field: FormField | undefined,
): string {
  const own = messages.issue?.(issue, field);
  if (own) return own;
  // The form's hint on the date format does not apply to a native picker.
  if (issue.code === "format" && field?.kind.startsWith("date")) return messages.incomplete;
  return issue.message;
}
