import { MidcallError } from "../../contracts/errors.js";
import type { Call } from "../call/call.js";
import { StoreFailedError } from "../errors.js";

/** What the pages say to anyone who calls: what was asked wrongly, and what the other service answered. */
const FOR_THE_CALLER: ReadonlySet<string> = new Set([
  "ERR_MIDCALL_OPTION",
  "ERR_MIDCALL_PAGE_LINK",
  "ERR_MIDCALL_CONNECT",
  "ERR_MIDCALL_SCHEMA_INVALID",
  "ERR_MIDCALL_SCHEMA_UNSUPPORTED",
  "ERR_MIDCALL_PATTERN_UNSUPPORTED",
]);

/**
 * Work with the pages, their store and their vault. Any other error of theirs ends the call as one of the store's
 * does: the log has it, and the host sees nothing of the server's insides.
 */
export async function wrapPageErrors<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MidcallError && FOR_THE_CALLER.has(error.code)) throw error;
    return call.fail(new StoreFailedError(error));
  }
}
