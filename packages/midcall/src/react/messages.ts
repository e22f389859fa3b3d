import type { NameWarning } from "../client/server-name.js";
import type { HeldQuestions, QuestionCall } from "../client/inbox/question.js";
import type { UrlWarning } from "../client/url-safety/inspect-url.js";
import type { FormField, FormIssue } from "../form/index.js";
import {
  LIMIT_ENGLISH,
  type LimitMessages,
  SHARED_ENGLISH,
  type SharedMessages,
} from "../messages/shared-messages.js";

/**
 * The texts of the components. Replace any of them with the `messages` of {@link ElicitationProvider}. Names of
 * servers and labels of fields are passed as they are displayed.
 */
export interface ElicitationMessages extends SharedMessages, LimitMessages {
  /**
   * The language of the texts, as a BCP 47 tag, for `lang` of the components and for dates. Default: that of the page
   * around them.
   */
  readonly lang?: string | undefined;
  /** The direction of that language. Default: that of the page around the components. */
  readonly dir?: "ltr" | "rtl" | undefined;

  // The question as a whole.
  /** The heading of a question. */
  readonly asks: (server: string) => string;
  /** The call that the question belongs to, such as “Tool: create_issue”. */
  readonly call: (call: QuestionCall) => string;
  /** Labels the server's message for screen readers. */
  readonly messageFrom: (server: string) => string;
  /** Explains the decline and cancel buttons. */
  readonly declineOrCancelHint: (server: string) => string;
  /** Asked before a decline or a cancel that would discard what the user has entered. */
  readonly discardTitle: string;
  /** Continues with that decline or cancel. */
  readonly discard: string;
  /** Returns to the form. */
  readonly keep: string;
  /** Announced while an answer is on its way. */
  readonly sending: string;
  /** The error when an answer got lost. */
  readonly notSent: string;
  /** @param seconds - the time left, rounded to a minute, or to ten seconds in the last minute */
  readonly timeLeft: (seconds: number) => string;
  /** The button that restarts the time limit. */
  readonly moreTime: string;
  /** Announced when that button appears. @param left - the text of `timeLeft` */
  readonly canHaveMoreTime: (left: string) => string;
  /** Unfolds a long text. @param characters - the length of the text */
  readonly showMore: (characters: number) => string;
  /** Folds it again. */
  readonly showLess: string;

  // Forms.
  /** Warns about a form that seems to ask for a secret. @param labels - of the fields */
  readonly secretForm: (labels: readonly string[], server: string) => string;
  /** The same below each of these fields. */
  readonly secretField: string;
  /** @param reason - one sentence in English: why the field cannot be shown */
  readonly unsupported: (reason: string) => string;
  /** Explains why there is no button that sends the form. */
  readonly cannotSubmit: string;
  /** For a yes/no field with one valid answer. @param answer - the text of `yes` or `no` */
  readonly onlyAnswer: (answer: string) => string;
  /** Below an empty date and time. @param name - the name of the time zone, if it has one */
  readonly timeZone: (offset: string, name: string | undefined) => string;
  /**
   * Below a date and time: exactly what will be sent.
   *
   * @param zone - the name of the time zone, if it says more than the value
   */
  readonly sentAs: (value: string, zone: string | undefined) => string;
  /** How many options of a list are chosen. */
  readonly chosenCount: (chosen: number, total: number) => string;
  /** The placeholder of an input that searches in options. */
  readonly search: string;
  /** Its label. */
  readonly searchIn: (label: string) => string;
  /** The result of the search; announced. */
  readonly optionsFound: (count: number) => string;
  /** For a date that is incomplete or does not exist. */
  readonly incomplete: string;
  /** The heading above the errors of a form. */
  readonly problems: (count: number) => string;
  /** One of these errors. @param label - of the field */
  readonly problem: (label: string, message: string) => string;
  /**
   * Another text for an issue, or `undefined` for the English one. The same texts describe the limits of a
   * field (`minimum`, `multipleOf`, `maxItems` and similar) before it is filled in.
   */
  readonly issue?:
    | ((issue: FormIssue, field: FormField | undefined) => string | undefined)
    | undefined;
  /** Another text for an error of the inbox, or `undefined` for the English one. */
  readonly refusal?: ((error: string) => string | undefined) | undefined;

  /** Explains the review. */
  readonly reviewFor: (server: string) => string;

  // Links.
  /** Stands before the domain of a link. */
  readonly leadsTo: string;
  /** Labels the whole address. */
  readonly fullAddress: string;
  /** The host in its other spelling. */
  readonly alsoWritten: (host: string) => string;
  /** The heading above the warnings about a link. */
  readonly warnings: string;
  /** Another text for a warning about a link, or `undefined` for the English one. */
  readonly urlWarning?: ((warning: UrlWarning) => string | undefined) | undefined;
  /** The same for a warning about a server's name. */
  readonly nameWarning?: ((warning: NameWarning) => string | undefined) | undefined;
  /**
   * The whole message of a question, where a server of midcall has written at its end, in English, why it asks again;
   * `undefined` for the message as it is. @param message - with line ends
   */
  readonly askedAgain?: ((message: string) => string | undefined) | undefined;
  /** Explains the button that opens a link. */
  readonly outside: string;
  /** Announced when the page is open. */
  readonly opened: string;
  /** Announced when the page did not open. @param attempt - the number of attempts, from 1 */
  readonly notOpened: (attempt: number) => string;
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
  readonly stopCall: string;
  readonly closeLink: string;

  // Questions that a limit holds back.
  readonly held: (server: string, count: number, reason: HeldQuestions["reason"]) => string;
  readonly showHeld: (count: number) => string;
  readonly refuseHeld: (count: number) => string;

  // Servers and the inbox.
  /** Asks whether a server may ask. */
  readonly approvalRequest: (server: string) => string;
  /** Allows this question. */
  readonly approveOnce: string;
  /** Allows this question and all later ones of the server. */
  readonly approveAlways: (server: string) => string;
  /** Refuses all questions of the server. */
  readonly block: (server: string) => string;
  /** Labels the list of rules for a server. */
  readonly rule: (server: string) => string;
  /** The rule that shows questions. */
  readonly ruleAllow: string;
  /** The rule that asks the user before a question is shown. */
  readonly ruleAsk: string;
  /** The rule that refuses questions. */
  readonly ruleBlock: string;
  /** The heading above the rules. */
  readonly rules: string;
  /** The heading of the inbox. */
  readonly inbox: string;
  /** Shown in an inbox without questions. */
  readonly empty: string;
  /** While the code that shows questions is loaded. */
  readonly loading: string;
  /** The error if that failed. Some browsers can load it again only together with the page. */
  readonly notLoaded: string;
  /** The button that loads it again. */
  readonly tryAgain: string;
  /** How many questions are not shown yet. */
  readonly waiting: (count: number) => string;
  /** The same for one server. */
  readonly waitingFor: (server: string, count: number) => string;
  /**
   * Announces a new question.
   *
   * @param open - the number of open questions; 1 for all but the last of several that are announced together
   * @param beginning - of the server's message, with a stop at its end, unless it ends with punctuation; empty if there is none, or if the server needs the user's approval
   */
  readonly arrived: (server: string, open: number, beginning: string) => string;
  /** Says that the call does not wait any more, and that the answer is kept. */
  readonly kept: string;
  /** Announces that a question has ended without an answer from here. */
  readonly gone: (server: string) => string;
}

/** A number with its noun. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The texts of what is shown only with a question. */
export type QuestionMessages = Pick<
  ElicitationMessages,
  | "asks"
  | "call"
  | "messageFrom"
  | "declineOrCancelHint"
  | "discardTitle"
  | "discard"
  | "keep"
  | "sending"
  | "notSent"
  | "timeLeft"
  | "moreTime"
  | "canHaveMoreTime"
  | "secretForm"
  | "reviewFor"
  | "leadsTo"
  | "fullAddress"
  | "alsoWritten"
  | "warnings"
  | "outside"
  | "opened"
  | "notOpened"
  | "ownerUnknown"
  | "codeFrom"
  | "copyCode"
  | "copied"
  | "openedPage"
  | "linkOpen"
  | "stopCall"
  | "closeLink"
  | "showHeld"
  | "refuseHeld"
  | "approvalRequest"
  | "approveOnce"
  | "approveAlways"
  | "block"
  | "rule"
  | "ruleAllow"
  | "ruleAsk"
  | "ruleBlock"
  | "rules"
  | "linkCompleted"
  | "held"
  | "arrived"
  | "kept"
  | "gone"
>;

/** The other texts. They are there from the first render on. */
export type FirstMessages = Omit<ElicitationMessages, keyof QuestionMessages>;

/** The default texts of the first render. */
export const ENGLISH: FirstMessages = {
  ...SHARED_ENGLISH,
  ...LIMIT_ENGLISH,
  showMore: (characters) => `Show all ${characters} characters`,
  showLess: "Show less",

  secretField: "This looks like a secret.",
  unsupported: (reason) => reason,
  cannotSubmit: "A required field cannot be shown here, so the form cannot be sent.",
  onlyAnswer: (answer) => `Only “${answer}” can be sent.`,
  timeZone: (offset, name) =>
    `Time zone: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}.`,
  sentAs: (value, zone) => `Sent as ${value}${zone ? ` (${zone})` : ""}`,
  chosenCount: (chosen, total) => `${chosen} of ${total} chosen`,
  search: "Type to search",
  searchIn: (label) => `Search in ${label}`,
  optionsFound: (found) => (found === 0 ? "No matching options." : count(found, "option")),
  incomplete: "Enter a complete, valid date.",
  problems: (problems) =>
    `Please fix the following ${problems === 1 ? "problem" : `${problems} problems`}`,
  problem: (label, message) => `${label}: ${message}`,

  inbox: "Questions",
  empty: "No open questions.",
  loading: "Loading…",
  notLoaded: "The questions could not be loaded. Try again, or reload the page.",
  tryAgain: "Try again",
  waiting: (waiting) => `${count(waiting, "more question")} waiting`,
  waitingFor: (server, waiting) => `${server}: ${count(waiting, "question")}`,
};

/** The text of an issue, in the language of the host. */
export function issueText(
  messages: FirstMessages,
  issue: FormIssue,
  field: FormField | undefined,
): string {
  const own = messages.issue?.(issue, field);
  if (own) return own;
  // The form's hint on the date format does not apply to a native picker.
  if (issue.code === "format" && field?.kind.startsWith("date")) return messages.incomplete;
  return issue.message;
}
