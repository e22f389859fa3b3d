import { UsageError } from "../errors.js";

/** Where a server is: a program to start, or an address to talk to. */
export type Target =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/** Whether a word is the address of a server. */
export function isServerUrl(word: string | undefined): word is string {
  return word !== undefined && /^https?:\/\//i.test(word) && URL.canParse(word);
}

/**
 * Divides a command line: what is ours, and what names the server. The server comes after the first
 * `--`; without one, the last word is the server if it is an address.
 *
 * @example
 * ```ts
 * splitCommandLine(["greet", "name=Ann", "--", "node", "server.js"]);
 * // { own: ["greet", "name=Ann"], server: ["node", "server.js"] }
 * splitCommandLine(["--list", "https://example.com/mcp"]);
 * // { own: ["--list"], server: ["https://example.com/mcp"] }
 * ```
 */
export function splitCommandLine(words: readonly string[]): {
  readonly own: string[];
  readonly server: string[];
} {
  const at = words.indexOf("--");
  if (at !== -1) return { own: words.slice(0, at), server: words.slice(at + 1) };
  const end = isServerUrl(words.at(-1)) ? -1 : words.length;
  return { own: words.slice(0, end), server: end === -1 ? words.slice(-1) : [] };
}

/**
 * Reads the words that name a server: one address (http or https), or a command and its arguments.
 *
 * @throws UsageError when there are none, an address is followed by more, or has a password in it
 */
export function parseTarget(words: readonly string[]): Target {
  const [first, ...rest] = words;
  if (first === undefined || first === "") {
    throw new UsageError(
      "No server was named. Put the command that starts it after --, or give its URL (https://…) as the last word.",
    );
  }
  if (!isServerUrl(first)) return { kind: "command", command: first, args: rest };
  if (rest.length > 0) {
    throw new UsageError(
      `After the URL of a server nothing more can follow, but there is "${rest[0]}".`,
    );
  }
  const url = new URL(first);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The URL has a user name or password in it. Take them out; midcall call --header @FILE sends what a server expects.",
    );
  }
  return { kind: "url", url: url.href };
}

/** A short name for a server nobody has named: its host, or its program or script. */
export function nameOfTarget(target: Target): string {
  if (target.kind === "url") return new URL(target.url).host;
  const baseName = (path: string): string => path.split(/[\\/]/).at(-1) || path;
  const program = baseName(target.command);
  const isRunner = /^(node|npx|bun|bunx|deno|python3?|uvx?|tsx|sh|bash|docker)(\.\w+)?$/.test(
    program,
  );
  // With a runner the name is in what it runs.
  const script = isRunner ? target.args.find((arg) => /^[^-]/.test(arg)) : undefined;
  return script === undefined ? program : baseName(script);
}
