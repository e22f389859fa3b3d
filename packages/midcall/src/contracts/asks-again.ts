/**
 * A server sets this member in the `_meta` of an `input_required` result to say that it asks again for every answer that
 * a retry lacks, without another effect. A host may then find out whether a call can be resumed before it asks the user.
 */
export const ASKS_AGAIN = "midcall/asksAgain";
