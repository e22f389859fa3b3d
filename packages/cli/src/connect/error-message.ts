import { SdkErrorCode } from "@modelcontextprotocol/client";
import { member } from "../json.js";
import { LostSessionError } from "./messages/lost-session.js";

const MOST_ISSUES = 3;

/** The message of an error, reworded where the SDK's is hard to understand. Pass it through `safeLine` before printing. */
export function readableMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  if (error instanceof LostSessionError) return error.message;
  if (code === SdkErrorCode.ConnectionClosed) {
    return "The connection closed before there was a result. The server has stopped.";
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return "The server sent data that is nested too deeply to be read. This has to be fixed in the server.";
  }
  const links = explainLinks(error);
  if (links !== undefined) return links;
  if (code === SdkErrorCode.NotConnected) return "The connection to the server is closed.";
  return issuesAsText(error.message);
}

const URL_ELICITATION_REQUIRED = -32042;
/** How many links of one error the client asks for. */
const MOST_LINKS = 10;

/** Why the links of a `-32042` error were not asked for; `undefined` for any other error. */
export function explainLinks(error: unknown): string | undefined {
  const { code, data } = Object(error) as { readonly code?: unknown; readonly data?: unknown };
  if (code !== URL_ELICITATION_REQUIRED) return undefined;
  const links = member(data, "elicitations");
  const count = Array.isArray(links) ? links.length : 0;
  const start = "The server requires pages to be opened before this call (-32042)";
  if (count === 0) {
    return `${start}, but its error lists none. List them in “data.elicitations”.`;
  }
  if (count <= MOST_LINKS) return undefined;
  return `${start}, and lists ${count.toLocaleString("en")} of them. midcall asks for at most ${MOST_LINKS} for one call, so none was shown. Require only what this call needs next, or lead to one page of the server's own that has all of them.`;
}

/** One issue that a validator reported. */
export interface MessageIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Where the JSON of a validator begins in a message, or -1. */
const indexOfIssues = (message: string): number => message.search(/\[\s*\{/);

/** The issues that a validator has written into a message as JSON. */
export function issuesIn(message: string): MessageIssue[] | undefined {
  const at = indexOfIssues(message);
  if (at === -1) return undefined;
  try {
    const issues: unknown = JSON.parse(message.slice(at));
    return Array.isArray(issues) ? issues.map(readIssue) : undefined;
  } catch {
    return undefined;
  }
}

function readIssue(issue: unknown): MessageIssue {
  const { path, message } = Object(issue) as {
    readonly path?: unknown;
    readonly message?: unknown;
  };
  return {
    path: Array.isArray(path) ? (path as PropertyKey[]) : [],
    message: String(message ?? "unknown"),
  };
}

function issuesAsText(text: string): string {
  const issues = issuesIn(text);
  if (!issues) return text;
  const shown = issues
    .slice(0, MOST_ISSUES)
    .map(
      ({ path, message }) => (path.length > 0 ? `${path.map(String).join(".")}: ` : "") + message,
    );
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : "";
  const start = text.slice(0, indexOfIssues(text)).trim() || "The server sent an invalid message:";
  return `${start} ${shown.join("; ")}${more}`;
}
