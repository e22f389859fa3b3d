/** A host sets this member in the content of a cancel, or in the data of an error, when no user decided; its value says why. */
export const CANNOT_ASK = "midcall/cannotAsk";

/** Beside it: sentences for the author of the server, which say what is wrong and what to do about it. */
export const WHY = "midcall/why";

/**
 * A client declares this among its experimental capabilities when no answer of it is an accident, however fast it comes:
 * it is written down beforehand, or entered where no key or click counts that was meant for something else.
 */
export const DELIBERATE = "midcall/deliberate";

/** The message of the JSON-RPC error that reports this on 2025. */
export function noAnswerMessage(reason: string, why?: string): string {
  const message = `No user answered (${reason}).`;
  return why ? `${why} ${message}` : message;
}

/**
 * The reason in such a message, for client libraries that drop the data of an error and keep its message; or in an error
 * that lists it in quotes, as the name of what a client refused to send.
 */
export function reasonInMessage(message: string): string | undefined {
  return /No user answered \(([\w:-]{1,64})\)\.(?:$|")/.exec(message)?.[1];
}
