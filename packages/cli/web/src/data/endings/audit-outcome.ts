import type { AuditEntry } from "../../../../src/console/views/api-types.js";
import { endingOf } from "./end-of-question.js";
import { t } from "../../messages/text.js";

const VIAS: Readonly<Record<string, string>> = {
  console: t("by you"),
  ui: t("by you"),
  link: t("by you, with a plain link"),
  callback: t("by a program"),
  policy: t("by a rule"),
  kept: t("with a kept answer"),
};

/** What became of an answer that the bridge keeps, where nothing was answered with it. */
const KEPT: Readonly<Record<string, string>> = {
  "kept:stored": t("Answer kept"),
  "kept:withdrawn": t("Kept answer withdrawn"),
  "kept:expired": t("Kept answer expired"),
};

/** In the place of an action; `undefined`: the entry is about a question. */
export const keptLabel = ({ policy: [code = ""] = [] }: AuditEntry): string | undefined =>
  KEPT[code];

const WARNINGS: Readonly<Record<string, string>> = {
  "url:punycode": t("the address has letters of other alphabets"),
  "url:mixed-scripts": t("the address mixes alphabets"),
  "url:ip-address": t("the address is a number"),
};

/** Who ended it, and why: in words, and each reason once. */
export function outcomeOf(entry: AuditEntry): string {
  const { via, reason, policy = [], action, count } = entry;
  if (keptLabel(entry) !== undefined) return "";
  const by = via === undefined ? "" : (VIAS[via] ?? t("by {0}", via));
  if (action === "accept") {
    return [by, ...policy.map((code) => t("with a warning: {0}", WARNINGS[code] ?? code))].join(
      ", ",
    );
  }
  if (action === "decline") return reason === undefined ? by : `${by}: “${reason}”`;
  const reasons = [...new Set([reason, ...policy])].flatMap((one) => (one ? [endingOf(one)] : []));
  const ending = reasons.length > 0 ? reasons.join("; ") : by;
  return count === undefined ? ending : `${ending} (× ${count})`;
}
