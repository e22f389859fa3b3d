import { createHash } from "node:crypto";
import { isMembers, type Members } from "../wire/messages.js";
import { canonical } from "../wire/same-request.js";

/** A question for the desk. */
export interface DeskQuestion {
  /** The params of `elicitation/create`, untrusted. */
  readonly params: Members;
  /** The name of the server, for the user. */
  readonly server: string;
  /** Identifies the server and its account. */
  readonly serverId: string;
  /** Identifies the server, whatever its account: it alone can report that a link of the question is done. */
  readonly linksOf: string;
  /** The call that asks, where the protocol says it. */
  readonly call?: { readonly method: string; readonly name: string; readonly arguments: unknown };
  /** Whether nothing was asked in it before. */
  readonly isFirst: boolean;
  /** Whether the answer is awaited until the linked page says that it is done. */
  readonly untilDone: boolean;
}

/**
 * What an answer is kept for: exactly this question of exactly this call of this server, under the name that the user has
 * seen. `undefined`: it cannot be kept, because the protocol does not say which call asks, because it is not
 * certain what exactly it says, or because it may mean what earlier answers of the call have made of it.
 */
export function keyOf(question: DeskQuestion): string | undefined {
  const { params, server, serverId, call, isFirst, untilDone } = question;
  if (call === undefined || !isFirst || untilDone) return undefined;
  // Ids that differ from time to time say nothing about what is asked.
  const { elicitationId: _, _meta: __, ...asked } = params;
  const bound = [
    server,
    serverId,
    call.method,
    call.name,
    call.arguments === undefined ? "none" : call.arguments,
    asked,
  ];
  if (hasInexactNumber(bound)) return undefined;
  return createHash("sha256").update(canonical(bound)).digest("hex");
}

/** Whether there is a number that stands for several: the server gets the digits, and here they were rounded. */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasInexactNumber);
}

/** Reads a question that another process has sent. @throws TypeError when it is none */
export function readDeskQuestion(value: unknown): DeskQuestion {
  if (!isMembers(value)) throw new TypeError("not an object");
  // A bridge of an earlier version does not send linksOf.
  const { params, server, serverId, linksOf = serverId, call, isFirst, untilDone } = value;
  const { method, name } = isMembers(call) ? call : {};
  if (!isMembers(params) || typeof server !== "string") throw new TypeError("a member is missing");
  if (typeof serverId !== "string" || typeof linksOf !== "string")
    throw new TypeError("the server is not identified");
  if (typeof untilDone !== "boolean" || typeof isFirst !== "boolean")
    throw new TypeError("untilDone or isFirst is no boolean");
  const question = { params, server, serverId, linksOf, isFirst, untilDone };
  if (call === undefined) return question;
  if (typeof method !== "string" || typeof name !== "string")
    throw new TypeError("a call without name");
  const { arguments: given } = call as Members;
  return { ...question, call: { method, name, arguments: given } };
}
