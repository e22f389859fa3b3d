import { minutesOf } from "../messages/minutes.js";
import { count, type QuestionMessages } from "./messages.js";

const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "Tool",
  "prompts/get": "Prompt",
  "resources/read": "Resource",
};

/** The default texts of what is shown with a question. */
export const QUESTION_ENGLISH: QuestionMessages = {
  asks: (server) => `${server} asks`,
  call: ({ method, name }) => `${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => `Message from ${server}`,
  declineOrCancelHint: (server) =>
    `“Decline” tells “${server}” no. “Not now” closes the question without an answer.`,
  discardTitle: "Discard what you entered?",
  discard: "Discard",
  keep: "Keep editing",
  sending: "Sending…",
  notSent: "Your answer was not sent. Please try again.",
  timeLeft: (seconds) =>
    `${seconds > 60 ? count(minutesOf(seconds), "minute") : count(seconds, "second")} left`,
  moreTime: "More time",
  canHaveMoreTime: (left) => `${left}; you can ask for more time`,

  secretForm: (labels, server) =>
    `“${server}” seems to ask for a secret: ${labels.join(", ")}. Trustworthy servers ask for secrets on their own page.`,
  reviewFor: (server) => `Only this will be sent to “${server}”.`,

  leadsTo: "The link leads to",
  fullAddress: "Full address",
  alsoWritten: (host) => `Also written as ${host}`,
  warnings: "Check this before you open the link:",
  outside: "The page opens in your browser.",
  opened: "The page is open. Finish there, then come back.",
  notOpened: (attempt) =>
    `The page did not open${attempt > 1 ? ` (attempt ${attempt})` : ""}. Your browser may have blocked it: use this link instead.`,
  ownerUnknown: "Read the address from its end: only the last part says who owns the page.",
  codeFrom: (server) => `Code for the page, from ${server}`,
  copyCode: "Copy code",
  copied: "Copied",

  openedPage: (host) => `Opened: ${host}`,
  linkOpen: (server) => `Finish in the other tab. “${server}” is waiting for that.`,
  stopCall: "Stop the call",
  closeLink: "Close",

  showHeld: (held) => (held === 1 ? "Show it anyway" : "Show them anyway"),
  refuseHeld: (held) => (held === 1 ? "Refuse it" : "Refuse them"),

  approvalRequest: (server) => `Allow “${server}” to ask you a question?`,
  approveOnce: "Show this question",
  approveAlways: (server) => `Always allow “${server}”`,
  block: (server) => `Block “${server}”`,
  rule: (server) => `When ${server} asks`,
  ruleAllow: "Show its questions",
  ruleAsk: "Ask me first",
  ruleBlock: "Block its questions",
  rules: "Permissions",

  linkCompleted: (host) => `The page on ${host} is completed. You can close its tab.`,

  held: (server, held, reason) =>
    `${server} ${reason === "rate-limit" ? "has asked too many questions in a short time" : "has too many open questions"}. ${held} ${held === 1 ? "is" : "are"} held back.`,

  arrived: (server, open, beginning) =>
    `${server} asks${beginning ? `: ${beginning}` : " a question."}${open > 1 ? ` ${count(open, "open question")}.` : ""}`,
  kept: "The call no longer waits. Your answer is kept for a while, and used if the same call asks this again.",
  gone: (server) => `A question from ${server} was withdrawn, timed out or was answered elsewhere.`,
};
