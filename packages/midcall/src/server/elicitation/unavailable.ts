import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import type { UnansweredReason } from "../../contracts/answers.js";
import { Rejection } from "../attach.js";
import { CannotElicitError, UnansweredError } from "../errors.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Question } from "./question.js";

/** Why nothing can be asked on stateless 2025 HTTP, whatever the host can show, and what its operator can do. */
export const NO_SESSION: string =
  "this request came without a session: on protocol versions of 2025 a question is sent to the host, and only a session " +
  "brings the answer back. Nothing was asked and nothing was decided. Serve 2025 with sessions, " +
  "for instance with elicitation.createHandler(build), and have the requests of one session reach one process.";

/**
 * What a call ends with when nothing can ask: `-32021` with the missing capability on 2026-07-28,
 * an error in words on 2025, which tells a host that can show nothing from a request without a session.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export function unavailable(
  host: HostCapabilities,
  question: Pick<Question, "mode">,
  subject: string,
): Error {
  const what = question.mode === "form" ? "a form" : "a link to open";
  if (!host.reachable)
    return new CannotElicitError(
      `${subject} has to ask the person with ${what}, and ${NO_SESSION}`,
    );
  const message =
    `${subject} has to ask the person with ${what}, and this host has declared no way to show one. ` +
    "Nothing was asked and nothing was decided. Use a host that supports " +
    (question.mode === "form" ? "elicitation forms." : "elicitation in URL mode.");
  if (host.strategy === "serverRequest") return new CannotElicitError(message);
  const requiredCapabilities = { elicitation: { [question.mode]: {} } };
  return new Rejection(new MissingRequiredClientCapabilityError({ requiredCapabilities }, message));
}

const HINTS: Record<UnansweredReason, string> = {
  deadline: "Ask again when the person is there.",
  disconnected: "Ask again when the person is there.",
  busy: "The host was asked too much at once, and showed it to nobody. Call again later.",
  blocked: "A rule in the host refuses it. Do not ask again unless the person lifts that rule.",
  unsupported: "The host could not show it to anyone. Use one that supports elicitation forms.",
  "auto-declined": "The host said no by itself, without showing it to anyone.",
  invalid: "The host kept sending what the form does not take.",
};

/** A confirmation that came to neither a yes nor a no. */
export function unconfirmed(message: string, reason: UnansweredReason): UnansweredError {
  const [line = ""] = message.trim().split("\n", 1);
  const shown = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  const what = reason === "invalid" ? "No usable answer came to" : "Nobody answered";
  return new UnansweredError(
    `${what} "${shown}" (${reason}), so nothing was confirmed and the call has ended. ${HINTS[reason]}`,
  );
}
