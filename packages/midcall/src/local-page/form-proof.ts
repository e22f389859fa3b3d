import type { Keys } from "../pages/flows/keys.js";
import { sessionKeyOf } from "../pages/identity/session.js";
import type { Visit } from "../pages/links/visit.js";

/**
 * For how long the page of a question takes no answer after an answer to another one has led there, in milliseconds. The
 * second click of a double click, or a key that is still pressed, was meant for the question before.
 */
export const REACTION_MS = 700;

/** A form: `foreign` if this page was not made for this browser and question, `early` if nobody can have read it. */
export type FormOrigin = "ours" | "early" | "foreign";

const partsOf = ({ session, id }: Visit, notBefore: string): readonly string[] => [
  "local form",
  sessionKeyOf(session),
  id,
  notBefore,
];

/**
 * Proves that a form was made for this browser and this question, and says from when on it counts.
 *
 * @param notBefore - on the clock of `performance.now()`
 */
export function proofFor(keys: Keys, visit: Visit, notBefore: number): string {
  const time = String(Math.ceil(notBefore));
  return `${time}.${keys.sign(...partsOf(visit, time))}`;
}

/** Whether the submitted form is one of ours. */
export function originOf(keys: Keys, visit: Visit): FormOrigin {
  const given = visit.form?.get("proof") ?? "";
  const [, time, code] = /^(\d{1,16})\.([\w-]{43})$/.exec(given) ?? [];
  if (time === undefined || code === undefined) return "foreign";
  if (!keys.verify(code, ...partsOf(visit, time))) return "foreign";
  return performance.now() < Number(time) ? "early" : "ours";
}
