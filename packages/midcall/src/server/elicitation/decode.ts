import { isObject } from "../../internal/is-object.js";
import type { UnansweredReason } from "../../contracts/answers.js";
import {
  type CheckResult,
  describeIssues,
  toProtocolVersion,
  type ElicitContent,
} from "../../schema/index.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { FormQuestion, Question } from "./question.js";

/** A host's response to one question, understood. */
export type ResponseOutcome =
  | { readonly kind: "accept"; readonly content: ElicitContent; readonly data: unknown }
  | { readonly kind: "consent" }
  | { readonly kind: "decline" | "cancel" }
  | {
      readonly kind: "unanswered";
      readonly reason: UnansweredReason;
      readonly error?: { readonly code: number; readonly message: string };
    }
  | { readonly kind: "invalid"; readonly why: string };

/** Set by a host in the content of a cancel, or in the data of an error, that no person decided. */
const CANNOT_ASK = "midcall/cannotAsk";

/** What the host's words mean here; with any other it cannot ask. */
const REASONS = new Map<unknown, UnansweredReason>([
  ["deadline", "deadline"],
  ["rate-limit", "busy"],
  ["queue-full", "busy"],
  ["blocked", "blocked"],
  ["secret-refused", "blocked"],
  ["withdrawn", "disconnected"],
]);

/** Why nobody answered, where a host says in the content or data of its response that nobody did. */
export function readMark(carrier: unknown): UnansweredReason | undefined {
  if (!isObject(carrier) || !Object.hasOwn(carrier, CANNOT_ASK)) return undefined;
  return REASONS.get(carrier[CANNOT_ASK]) ?? "unsupported";
}

/**
 * Reads a host's response to a question. Content counts only with `accept`, and only when it
 * satisfies the schema; an accept of a form without content is invalid, and whatever is not one of the
 * three actions is invalid too, never a no.
 *
 * A mark that nobody was asked counts only with a cancel. A no stays a no, and a yes that says of itself
 * that nobody was asked is invalid.
 *
 * @param declinedTooFast Whether a decline came faster than this host's people can.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function decodeResponse(
  response: unknown,
  question: Question,
  host: HostCapabilities,
  declinedTooFast: boolean,
): ResponseOutcome | Promise<ResponseOutcome> {
  if (!isObject(response)) return { kind: "invalid", why: "The answer was empty." };
  const mark = readMark(response["content"]);
  switch (response["action"]) {
    case "decline":
      return declinedTooFast
        ? { kind: "unanswered", reason: "auto-declined" }
        : { kind: "decline" };
    case "cancel":
      return mark === undefined ? { kind: "cancel" } : { kind: "unanswered", reason: mark };
    case "accept": {
      if (mark !== undefined) {
        return { kind: "invalid", why: "The answer was accepted, and said that nobody was asked." };
      }
      if (question.mode === "url") return { kind: "consent" };
      const { content } = response;
      // Without content nobody has filled in anything: a form of optional fields would be "accepted" all the same.
      if (!isObject(content)) return { kind: "invalid", why: "The answer came without the form." };
      const raised = toProtocolVersion(question.schema.requestedSchema, host.protocolVersion).raise(
        content,
      );
      const result = question.schema.check(raised);
      return result instanceof Promise
        ? result.then((late) => checked(late, question))
        : checked(result, question);
    }
    default:
      return { kind: "invalid", why: "The answer was neither accepted, declined nor cancelled." };
  }
}

function checked(result: CheckResult<unknown>, { schema }: FormQuestion): ResponseOutcome {
  if (result.ok) return { kind: "accept", content: result.content, data: result.data };
  return { kind: "invalid", why: describeIssues(schema.parsed, result.issues) };
}
