import type { Keys } from "../pages/flows/keys.js";
import { sessionKeyOf } from "../pages/identity/session.js";
import type { Visit } from "../pages/links/visit.js";

/**
 * For how long the page of a question takes no answer, in milliseconds, where an answer to another one has led there or the
 * server has opened it by itself. The second click of a double click, or a key that is still pressed, was meant for the
 * question before, or for what the page has come in front of.
 */
export const REACTION_MS = 700;

/** A form: `foreign` if this page was not made for this browser and question, `early` if nobody can have read it. */
export type FormOrigin = "ours" | "early" | "foreign";

const PROOF = /^(\d{1,16})\.([\w-]{43})\.([\w-]{43})$/;

const partsOf = ({ session, id }: Visit, notBefore: string): readonly string[] => [
  "local form",
  sessionKeyOf(session),
  id,
  notBefore,
];

/**
 * Proves that a form was made for this browser and this question, and says from when on it counts. It names the browser, so that it
 * proves the same where the browser has lost its cookie.
 *
 * @param notBefore - on the clock of `performance.now()`
 */
export function proofFor(keys: Keys, visit: Visit, notBefore: number): string {
  const time = String(Math.ceil(notBefore));
  return `${time}.${sessionKeyOf(visit.session)}.${keys.sign(...partsOf(visit, time))}`;
}

/** The browser that a form was made for, as it says itself. */
export const browserIn = (form: URLSearchParams | undefined): string | undefined =>
  PROOF.exec(form?.get("proof") ?? "")?.[2];

/** Whether the submitted form is one of ours. */
export function originOf(keys: Keys, visit: Visit): FormOrigin {
  const given = visit.form?.get("proof") ?? "";
  const [, time, browser, code] = PROOF.exec(given) ?? [];
  if (time === undefined || code === undefined) return "foreign";
  if (browser !== sessionKeyOf(visit.session)) return "foreign";
  if (!keys.verify(code, ...partsOf(visit, time))) return "foreign";
  return performance.now() < Number(time) ? "early" : "ours";
}
