import { readMessage } from "midcall/client/messages";
import { type Id, INVALID_REQUEST, isMembers, type Members, toMessage } from "./messages.js";

/** Where messages of one side go. */
export interface Ways {
  /** To whoever it is for. */
  on(message: Members): void;
  /** To whoever has sent it. */
  back(message: Members): void;
  readonly onError: (error: unknown) => void;
}

/**
 * Passes a message on. One that breaks the rules would be dropped by the official SDK at the other side, and its request would wait
 * for ever: what is `null` and may be absent is left out, and everything else ends its request with a reason.
 */
export function passOn(given: Members, ways: Ways): void {
  const { message, problem } = readMessage(toMessage(given));
  if (problem === undefined) ways.on(isMembers(message) ? message : given);
  else endRefused(given, `The message ${problem}, so it was not passed on.`, ways);
}

/**
 * Ends what a message is about that is not passed on: a request is answered with an error, and a response is replaced by one, so that
 * nobody waits for it.
 */
export function endRefused({ id, method }: Members, why: string, ways: Ways): void {
  const error = { code: INVALID_REQUEST, message: why };
  if (!isId(id)) ways.onError(new Error(why));
  else if (typeof method === "string") ways.back({ jsonrpc: "2.0", id, error });
  else ways.on({ jsonrpc: "2.0", id, error });
}

const isId = (id: unknown): id is Id => typeof id === "string" || Number.isFinite(id);
