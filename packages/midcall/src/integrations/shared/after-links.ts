import { withRequiredUrls } from "../../client/attach/required-urls.js";
import { isObject } from "../../internal/is-object.js";
import type { Inbox, Origin } from "../../client/inbox/types.js";

const URL_ELICITATION_REQUIRED = -32042;
/** Libraries wrap the error of a server once or twice. */
const MOST_CAUSES = 5;

/**
 * Makes a call. If the server refuses it with `-32042` until the user has completed some pages, the user is asked to open
 * them, and the call is made again. The error is found by its code, also as the `cause` of a library's own error.
 *
 * @param call - makes the call once
 * @throws the error of the call as the library threw it; also the refusal, if the user declines a page
 */
export async function afterLinks<T>(
  inbox: Pick<Inbox, "handleUntilDone" | "capability">,
  origin: Origin,
  call: () => Promise<T>,
): Promise<T> {
  if (!inbox.capability()?.url) return call();
  let thrown: unknown;
  const once = async (): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      thrown = error;
      throw refusalOf(error) ?? error;
    }
  };
  try {
    return await withRequiredUrls(once, inbox, origin);
  } catch {
    throw thrown;
  }
}

/** The error with the code of a server that requires pages: this one, or one of its causes. */
function refusalOf(error: unknown): object | undefined {
  let current = error;
  for (let depth = 0; depth < MOST_CAUSES && isObject(current); depth++) {
    if (current["code"] === URL_ELICITATION_REQUIRED) return current;
    current = current["cause"];
  }
  return undefined;
}
