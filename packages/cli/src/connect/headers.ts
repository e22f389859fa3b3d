import { closeSync, openSync, readSync } from "node:fs";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import type { Target } from "./target.js";

/** HTTP headers for a server, by name. The values may be secrets, so no message contains them. */
export type HeaderMap = Readonly<Record<string, string>>;

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** The characters a header value may have: visible Latin-1 characters, spaces and tabs. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]+$/;
const LONGEST_VALUE = 8_192;
/** Headers that MCP and HTTP set themselves. */
const RESERVED =
  /^(mcp-(protocol-version|session-id|method|name|param-.*)|last-event-id|accept|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/i;
const LONGEST_FILE = 256 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Why a header cannot be sent, without repeating its value; `undefined` if it can. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return "The header name is invalid.";
  if (RESERVED.test(name)) return `"${name}" is set by midcall itself.`;
  if (value === "") return `"${name}" has no value.`;
  if (value.length > LONGEST_VALUE) return `The value of "${name}" is too long.`;
  return VALUE.test(value)
    ? undefined
    : `The value of "${name}" contains characters that a header cannot have.`;
}

/** Why headers cannot be sent to a server, and what to do; `undefined` if they can. */
export function headersRefusal(target: Target): string | undefined {
  if (target.kind === "command") {
    return "Headers can only be sent to a URL. A server that is started with a command receives your environment variables.";
  }
  const { protocol, host, hostname } = new URL(target.url);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return undefined;
  return `Headers are not sent to ${safeLine(host, 200)} over http, where others on the network could read them. Use an https address, or omit the headers. (http is only for servers on this computer.)`;
}

/**
 * Parses headers: `Name: value`, or `@FILE` for a file with one header on each line.
 *
 * @throws UsageError that names the invalid header without its value
 *
 * @example
 * ```ts
 * readHeaders(["Authorization: Bearer …", "@headers.txt"]); // { authorization: "Bearer …", "x-team": "a" }
 * ```
 */
export function readHeaders(words: readonly string[]): HeaderMap {
  const headers = new Map<string, string>();
  words.forEach((word, index) => {
    const where = words.length > 1 ? `--header ${index + 1}` : "--header";
    if (!word.startsWith("@")) return add(word, where, "'Name: value', in quotes");
    const path = word.slice(1);
    readLines(path, "header").forEach((line, at) => {
      if (line.trim() !== "") add(line, `${safeLine(path, 200)}, line ${at + 1}`, "Name: value");
    });
  });
  return Object.fromEntries(headers);

  function add(line: string, where: string, shape: string): void {
    const wrong = (what: string): UsageError => new UsageError(`${where}: ${what}`);
    const colon = line.indexOf(":");
    if (colon === -1) throw wrong(`A header must be ${shape}; this one has no colon.`);
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const problem = headerProblem(name, value);
    if (problem !== undefined)
      throw wrong(value === "" ? `${problem} A header must be ${shape}.` : problem);
    if (headers.has(name)) throw wrong(`"${name}" is specified twice.`);
    headers.set(name, value);
  }
}

/**
 * The lines of a file that an option names.
 *
 * @param what - such as `header`, for messages
 * @throws UsageError when it cannot be read, or is too large
 */
export function readLines(path: string, what: string): string[] {
  const wrong = (why: string): UsageError =>
    new UsageError(`Cannot read the ${what} file ${safeLine(path, 200) || '""'}: ${why}.`);
  // Read in parts up to the limit: a path such as /dev/zero has no end.
  const bytes = Buffer.alloc(LONGEST_FILE + 1);
  let length = 0;
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    for (let more = -1; more !== 0 && length < bytes.length; length += more) {
      more = readSync(file, bytes, length, bytes.length - length, null);
    }
  } catch (error) {
    throw wrong(fileErrorReason(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
  if (length > LONGEST_FILE) throw wrong("it is larger than 256 KiB");
  const text = bytes.toString("utf8", 0, length);
  return text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
}

/** Why a file cannot be read, as a phrase. */
export function fileErrorReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "it is a directory";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  return safeLine(code ?? String(error), 100);
}

/** Removes the values of headers from a text, in case the server has repeated one. */
export function redactHeaders(text: string, headers: HeaderMap | undefined): string {
  const secrets = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(/\s+/)]);
  // The longest first, because one value may contain another.
  return secrets
    .filter((secret) => secret.length >= 6 && !/^(bearer|digest)$/i.test(secret))
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}
