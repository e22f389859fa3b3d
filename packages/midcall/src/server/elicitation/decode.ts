import type { UnansweredReason } from "../../contracts/answers.js";
import { isObject } from "../../internal/is-object.js";
import { describeIssues, type ElicitContent } from "../../schema/index.js";
import { type AnswerSchema, type CheckResult } from "../../schema/answer/types.js";
import { readMark } from "./no-answer-mark.js";

/** The meaning of a host's response to one question. */
export type ResponseOutcome =
  | {
      readonly kind: "accept";
      readonly content: ElicitContent;
      readonly data: unknown;
      /** It came faster than the question can be read. */
      readonly tooFast?: true;
    }
  | { readonly kind: "consent" }
  | { readonly kind: "decline" | "cancel" }
  | {
      readonly kind: "unanswered";
      readonly reason: UnansweredReason;
      readonly error?: { readonly code: number; readonly message: string };
    }
  | {
      readonly kind: "invalid";
      readonly why: string;
      /** It came faster than the question can be read. */
      readonly tooFast?: true;
    };

/**
 * Reads a host's response to a question. Content counts only with `accept`, and only when it
 * satisfies the schema. Anything that is not one of the three actions is invalid, never a decline; but `reject`, which
 * drafts of the specification had, is one.
 *
 * The mark that no user was asked counts only with a cancel: a decline with it stays a decline, and an accept with it
 * is invalid.
 *
 * @param decodeAccepted Reads the content of an accept.
 * @param isHostsOwn Whether the host has answered by itself, faster than its user can.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function decodeResponse(
  response: unknown,
  decodeAccepted: (content: unknown) => ResponseOutcome | Promise<ResponseOutcome>,
  isHostsOwn: boolean,
): ResponseOutcome | Promise<ResponseOutcome> {
  if (!isObject(response)) return { kind: "invalid", why: "The answer was empty." };
  const { action, content } = response;
  const mark = readMark(content);
  const own = { kind: "unanswered", reason: "auto-declined" } as const;
  switch (action) {
    case "decline":
    case "reject":
      return isHostsOwn ? own : { kind: "decline" };
    case "cancel":
      if (mark !== undefined) return { kind: "unanswered", reason: mark };
      return isHostsOwn ? own : { kind: "cancel" };
    case "accept":
      if (mark !== undefined)
        return {
          kind: "invalid",
          why: "The answer was an accept that said no user had been asked.",
        };
      return isHostsOwn ? own : decodeAccepted(content);
    default:
      return { kind: "invalid", why: "The answer was neither accepted, declined nor cancelled." };
  }
}

/** Reads the content of an accepted form. @param decode Turns content for what was sent into content for the schema. */
export function decodeContent(
  content: unknown,
  schema: AnswerSchema<unknown>,
  decode: (content: unknown) => unknown,
): ResponseOutcome | Promise<ResponseOutcome> {
  const given = content ?? (schema.parsed.fields.length === 0 ? {} : undefined);
  // Without content a form was not filled in, yet one with only optional fields would count as accepted.
  if (!isObject(given)) return { kind: "invalid", why: "The answer had no content." };
  const result = schema.check(decode(given));
  return result instanceof Promise
    ? result.then((late) => outcomeOf(late, schema))
    : outcomeOf(result, schema);
}

function outcomeOf(
  result: CheckResult<unknown>,
  { parsed }: Pick<AnswerSchema<unknown>, "parsed">,
): ResponseOutcome {
  if (result.ok) return { kind: "accept", content: result.content, data: result.data };
  return { kind: "invalid", why: describeIssues(parsed, result.issues) };
}
