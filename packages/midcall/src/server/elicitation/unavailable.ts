import type { UnansweredReason } from "../../contracts/answers.js";
import { CannotElicitError, UnansweredError } from "../errors.js";
import type { FallbackWay } from "../fallback/ways.js";
import { missingCapability } from "../framework/rejection.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { HostOverride } from "../host/overrides.js";
import type { Question } from "./question.js";

/** Why the server cannot ask over stateless 2025 HTTP, whatever the host can show, and what to do about it. */
export const NO_SESSION: string =
  "this request came without a session: on protocol versions of 2025 the server sends its question to the host, and the " +
  "answer can only come back in a session. Nothing was asked and nothing was decided. Serve 2025 with sessions, " +
  "for instance with elicitation.createHandler(build) of midcall/server, and route all requests of one session to one process.";

/**
 * The error a call ends with when the host cannot show a question: `-32021` with the missing capability on 2026-07-28; on
 * 2025 an error whose message distinguishes a host without the capability from a request without a session.
 *
 * @param ways - the ways that the question may take
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export function unavailable(
  host: HostCapabilities,
  question: Pick<Question, "mode">,
  subject: string,
  ways: readonly FallbackWay[] = ["native"],
): Error {
  const what = whatIs(question);
  if (!host.reachable)
    return new CannotElicitError(`${subject} has to ask the user with ${what}, but ${NO_SESSION}`);
  if (!ways.includes("native")) {
    return new CannotElicitError(
      `${subject} has to ask the user with ${what}. The server allows only these ways for it: ${ways.join(", ")}. ` +
        "None of them is possible in this host. Nothing was asked and nothing was decided.",
    );
  }
  const known = host.falselyDeclared?.[question.mode];
  if (known !== undefined) return new CannotElicitError(knownNotTo(known, subject, what));
  const message =
    `${subject} has to ask the user with ${what}, but this host has not declared that it can show one. ` +
    `Nothing was asked and nothing was decided. Use a host that supports ${SUPPORT[question.mode]}.`;
  if (host.strategy === "serverRequest") return new CannotElicitError(message);
  return missingCapability({ elicitation: { [question.mode]: {} } }, message);
}

/**
 * The error a call ends with when a page of a server on the user's own machine was the last way to ask, and no browser
 * could be opened.
 */
export function noBrowser(
  host: HostCapabilities,
  question: Pick<Question, "mode">,
  subject: string,
): Error {
  const { mode } = question;
  const message =
    `${subject} has to ask the user with ${whatIs(question)}, which this host does not show, and no browser could be ` +
    "opened on this machine to show it. Nothing was asked and nothing was decided. Use a host that supports " +
    `${SUPPORT[mode]}, or run the server where a browser can be opened.`;
  if (host.strategy === "serverRequest" || host[mode]) return new CannotElicitError(message);
  return missingCapability({ elicitation: { [mode]: {} } }, message);
}

const whatIs = ({ mode }: Pick<Question, "mode">): string =>
  mode === "form" ? "a form" : "a link to open";

const SUPPORT = { form: "elicitation forms", url: "elicitation in URL mode" } as const;

function knownNotTo({ name, source }: HostOverride, subject: string, what: string): string {
  return (
    `${subject} has to ask the user with ${what}. This host, ${name}, declares that it can show one, but is known not to` +
    `${source === undefined ? "" : ` (${source})`}. Nothing was asked and nothing was decided. ` +
    "Use another host, or another version of this one; the server's option hostOverrides says which hosts are asked."
  );
}

const HINTS: Record<UnansweredReason, string> = {
  deadline: "Ask again when the user is available.",
  disconnected: "Ask again when the user is available.",
  busy: "The host had too many questions and did not show this one. Call again later.",
  blocked: "A rule in the host refuses it. Do not ask again unless the user lifts that rule.",
  unsupported: "No user could answer it there: the host cannot show it, or has no answer to it.",
  "auto-declined": "The host answered by itself, without showing it to the user.",
  invalid: "The host repeatedly sent invalid answers.",
};

/** The error for a confirmation that got neither a yes nor a no. */
export function unconfirmed(message: string, reason: UnansweredReason): UnansweredError {
  const [line = ""] = message.trim().split("\n", 1);
  const shown = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  const what = reason === "invalid" ? "There was no valid answer to" : "No user answered";
  return new UnansweredError(
    `${what} "${shown}" (${reason}), so nothing was confirmed and the call has ended. ${HINTS[reason]}`,
  );
}
