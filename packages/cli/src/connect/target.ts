import { UsageError } from "../errors.js";
import { isUrl } from "../is-url.js";

/** How to reach a server: a program to start, or a URL. */
export type Target =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/** Whether a word is the URL of a server. */
export function isServerUrl(word: string | undefined): word is string {
  return word !== undefined && /^https?:\/\//i.test(word) && isUrl(word);
}

/** A command line in two parts. */
export interface CommandLine {
  /** The words for midcall itself: options, and what the command takes. */
  readonly own: readonly string[];
  /** The words that name the server: a command with its arguments, or a URL. */
  readonly server: readonly string[];
}

/**
 * Splits a command line into the words for midcall and those that name the server. The server follows the
 * first `--`. Without `--`, the last word is the server if it is a URL.
 *
 * @example
 * ```ts
 * splitCommandLine(["greet", "name=Ann", "--", "node", "server.js"]);
 * // { own: ["greet", "name=Ann"], server: ["node", "server.js"] }
 * splitCommandLine(["--list", "https://example.com/mcp"]);
 * // { own: ["--list"], server: ["https://example.com/mcp"] }
 * ```
 */
export function splitCommandLine(words: readonly string[]): CommandLine {
  const at = words.indexOf("--");
  if (at !== -1) return { own: words.slice(0, at), server: words.slice(at + 1) };
  const end = isServerUrl(words.at(-1)) ? -1 : words.length;
  return { own: words.slice(0, end), server: end === -1 ? words.slice(-1) : [] };
}

/**
 * Parses the words that name a server: one http or https URL, or a command and its arguments.
 *
 * @throws UsageError when there are none, when a URL is followed by more words, or when it contains a password
 */
export function parseTarget(words: readonly string[]): Target {
  const [first, ...rest] = words;
  if (first === undefined || first === "") {
    throw new UsageError(
      "No server specified. Put the command that starts it after --, or its URL (https://…) at the end.",
    );
  }
  if (!isServerUrl(first)) return { kind: "command", command: first, args: rest };
  if (rest.length > 0) {
    throw new UsageError(`The URL of the server must come last, but "${rest[0]}" follows it.`);
  }
  const url = new URL(first);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The URL contains a user name or password. Remove them, and pass credentials with midcall call --header @FILE.",
    );
  }
  return { kind: "url", url: url.href };
}

/** The name that a server gives itself, untrusted: its title, or else its name. */
export function titleOf(
  info: { readonly title?: unknown; readonly name?: unknown } | undefined,
): string | undefined {
  const found = [info?.title, info?.name].find((one) => typeof one === "string" && one.trim());
  return found as string | undefined;
}
