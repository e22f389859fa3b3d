import { SdkErrorCode } from "@modelcontextprotocol/client";

const MOST_ISSUES = 3;

/** What an error says, in words for people where the SDK has none: harmless only after `safeLine`. */
export function readableMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  if (code === SdkErrorCode.ConnectionClosed) {
    return "The connection ended before there was a result: the server has stopped, or sent more than 10 MB at once.";
  }
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return "What the server sent is nested too deep to be read. Only the server can mend that.";
  }
  if (code === SdkErrorCode.NotConnected) return "There is no connection to the server any more.";
  return issuesAsText(error.message);
}

/** One thing a validator says is wrong. */
export interface MessageIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Where in a message validators' JSON begins, if there is any. */
const indexOfIssues = (message: string): number => message.search(/\[\s*\{/);

/** What is wrong, where validators have put it into a message as JSON. */
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
  const start = text.slice(0, indexOfIssues(text)).trim() || "What it sent is not of this protocol:";
  return `${start} ${shown.join("; ")}${more}`;
}
