import type { Inbox } from "midcall/client";
import { safeLine } from "../../safe-text.js";

/** A progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const EVERY_MS = 250;

/** Prints progress to stderr if it is a terminal, but not while a question or a page is open, which it would disrupt. */
export function createProgressLines(
  stderr: NodeJS.WriteStream,
  inbox: Pick<Inbox, "getSnapshot">,
): (progress: Progress) => void {
  let last = "";
  let at = -Infinity;
  return ({ progress, total, message }) => {
    const { showing, links, held } = inbox.getSnapshot();
    if (!stderr.isTTY || showing.length + links.length + held.length > 0) return;
    const line = safeLine(
      message ?? `${progress}${total === undefined ? "" : ` of ${total}`}`,
      200,
    );
    const now = performance.now();
    if (line === "" || line === last || now - at < EVERY_MS) return;
    last = line;
    at = now;
    stderr.write(`… ${line}\n`);
  };
}
