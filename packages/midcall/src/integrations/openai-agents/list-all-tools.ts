import { rpcError } from "../../client/attach/results.js";
import type { ToolCaller } from "../shared/tool-client.js";

/** More pages than a server has. */
const MOST_PAGES = 64;
const INTERNAL_ERROR = -32603;

/**
 * Lists the tools of all pages.
 *
 * @throws an `Error` with a `code` if the server sends the same cursor again, or more pages than any server has
 */
export async function listAllTools(caller: Pick<ToolCaller, "listTools">): Promise<object[]> {
  const found: object[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await caller.listTools(cursor === undefined ? undefined : { cursor });
    found.push(...page.tools);
    cursor = page.nextCursor;
    if (cursor === undefined) return found;
    if (cursors.has(cursor) || cursors.size === MOST_PAGES) {
      throw rpcError(
        INTERNAL_ERROR,
        "The server's list of tools does not end. Correct the server.",
      );
    }
    cursors.add(cursor);
  }
}
