import type { AuditEntry } from "../../../../src/console/views/api-types.js";
import { endingOf } from "./end-of-question.js";

const VIAS: Readonly<Record<string, string>> = {
  console: "by you",
  ui: "by you",
  link: "by you, with a plain link",
  callback: "by a program",
  policy: "by a rule",
};

const WARNINGS: Readonly<Record<string, string>> = {
  "url:punycode": "the address has letters of other alphabets",
  "url:mixed-scripts": "the address mixes alphabets",
  "url:ip-address": "the address is a number",
};

/** Who ended it, and why: in words, and each reason once. */
export function outcomeOf({ via, reason, policy = [], action }: AuditEntry): string {
  const by = via === undefined ? "" : (VIAS[via] ?? `by ${via}`);
  if (action === "accept") {
    return [by, ...policy.map((code) => `with a warning: ${WARNINGS[code] ?? code}`)].join(", ");
  }
  if (action === "decline") return reason === undefined ? by : `${by}: “${reason}”`;
  const reasons = [...new Set([reason, ...policy])].flatMap((one) => (one ? [endingOf(one)] : []));
  return reasons.length > 0 ? reasons.join("; ") : by;
}
