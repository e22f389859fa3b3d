/** A host sets this member in the content of a cancel, or in the data of an error, when no user decided; its value says why. */
export const CANNOT_ASK = "midcall/cannotAsk";

/** The message of the JSON-RPC error that reports this on 2025. */
export function noAnswerMessage(reason: string): string {
  return `No user answered (${reason}).`;
}

/** The reason in such a message, for client libraries that drop the data of an error and keep its message. */
export function reasonInMessage(message: string): string | undefined {
  return /No user answered \(([\w:-]{1,64})\)\.$/.exec(message)?.[1];
}
