import { displayText } from "midcall/form";
import { explainLinks, readableMessage } from "../../connect/error-message.js";

const MOST_ISSUES = 3;

/** Rewords the SDK's error for an invalid result, which may list the issues as JSON. */
function readInvalidResult(message: string): string | undefined {
  const [, list] = /^Invalid result for \S+: ([^]*)$/.exec(message) ?? [];
  if (list === undefined) return undefined;
  try {
    const issues = JSON.parse(list) as { path?: unknown[]; message?: unknown }[];
    const words = issues
      .slice(0, MOST_ISSUES)
      .map(({ path = [], message }) => `${path.join(".") || "the result"}: ${String(message)}`);
    const more = issues.length - words.length;
    return `The server returned an invalid result. ${words.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
  } catch {
    return list.startsWith("[") ? undefined : `The server returned an invalid result. ${list}`;
  }
}

/** Whether a call of an earlier run failed because its server no longer knows it. */
export const isCallOver = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === "ERR_MIDCALL_CALL_OVER";

/** Why a call failed, as text that is safe to show. */
export function describeCallError(error: unknown): string {
  const links = explainLinks(error);
  if (links !== undefined) return links;
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  const raw = error instanceof RangeError ? readableMessage(error) : String(message ?? error);
  const text = displayText((readInvalidResult(raw) ?? raw).slice(0, 4_000), { lines: true });
  return typeof code === "number" ? `${text} (${code})` : text;
}
