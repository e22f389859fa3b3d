import { MidcallError } from "../../contracts/errors.js";
import type { Call } from "../call/call.js";
import { StoreFailedError } from "../errors.js";

/** Errors of the pages that the caller may see: wrong arguments, and what the other service answered. */
const FOR_THE_CALLER: ReadonlySet<string> = new Set([
  "ERR_MIDCALL_OPTION",
  "ERR_MIDCALL_PAGE_LINK",
  "ERR_MIDCALL_CONNECT",
  "ERR_MIDCALL_SCHEMA_INVALID",
  "ERR_MIDCALL_SCHEMA_UNSUPPORTED",
  "ERR_MIDCALL_PATTERN_UNSUPPORTED",
]);

/**
 * Does work with the pages, their store and their vault. Any other error of theirs ends the call like an error of the
 * store: it goes to the log, and the host sees no internals of the server.
 */
export async function wrapPageErrors<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MidcallError && FOR_THE_CALLER.has(error.code)) throw error;
    return call.fail(new StoreFailedError(error));
  }
}
