import { member } from "../../../json.js";
import type { ProbeQuestion } from "../probes/probe.js";
import type { Finding } from "./findings.js";
import { gradeContent } from "./grade-content.js";
import type { NoAnswer, Received, Visit } from "./received.js";

export interface Times {
  /** An answer that is faster is no person's. 0 if a script answers. */
  readonly fastestMs: number;
  /** How long the person is asked to leave a question open. */
  readonly staysOpenMs: number;
}

const NO_ANSWERS: Readonly<Record<NoAnswer, Finding>> = {
  "time-limit": "no-answer",
  "call-cancelled": "call-cancelled",
  disconnected: "disconnected",
  "left-out": "answer-left-out",
  "round-dropped": "round-not-returned",
};

/** Grades what came back for a question. @param visit - for a link: when its page was opened */
export function grade(
  question: ProbeQuestion,
  received: Received,
  { fastestMs, staysOpenMs }: Times,
  visit?: Visit,
): Finding {
  if (received.kind === "none") return NO_ANSWERS[received.why];
  if (visit !== undefined && visit < fastestMs) return "link-opened-without-consent";
  if (received.kind === "error") return "error-response";
  const action = member(received.result, "action");
  if (action !== "accept" && action !== "decline" && action !== "cancel") return "malformed";
  if (received.tookMs < fastestMs) return action === "accept" ? "auto-accepted" : "auto-declined";
  if (visit !== undefined && action !== "accept") return "link-opened-without-consent";
  const { expected } = question;
  const finding = action === expected.action ? "right" : gradeOtherAction(action, expected.action);
  if (finding !== "right") return finding;
  if (received.state !== "same") return "state-changed";
  if (expected.action !== "accept") return "right";
  if (expected.staysOpen && received.tookMs < staysOpenMs) return "closed-early";
  if (question.mode === "url") return visit === undefined ? "link-not-opened" : "right";
  return gradeContent(member(received.result, "content"), expected, question);
}

function gradeOtherAction(action: string, expected: string): Finding {
  if (action === "accept") return "accepted-instead";
  if (expected === "accept") return action === "decline" ? "declined-instead" : "cancelled-instead";
  return expected === "cancel" ? "cancel-as-decline" : "decline-as-cancel";
}
