import { closeSync, openSync, readSync } from "node:fs";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import type { Target } from "./target.js";

/** Headers for a server, by their names. The values may be secrets: they are in no message. */
export type HeaderMap = Readonly<Record<string, string>>;

const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** What a header may hold: visible Latin-1 characters, blanks and tabs. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]+$/;
const LONGEST_VALUE = 8_192;
/** Those the protocol itself and HTTP set. */
const RESERVED =
  /^(mcp-(protocol-version|session-id|method|name|param-.*)|last-event-id|accept|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/i;
const LONGEST_FILE = 256 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Why a header cannot be sent, in words that repeat no value; nothing where it can.
 *
 * @param name - as given
 */
export function headerProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return "This is no name of a header.";
  if (RESERVED.test(name)) return `"${name}" is set by midcall itself.`;
  if (value === "") return `"${name}" has no value.`;
  if (value.length > LONGEST_VALUE) return `The value of "${name}" is too long.`;
  return VALUE.test(value)
    ? undefined
    : `The value of "${name}" has characters no header can have.`;
}

/** Why no header at all goes to a server, and what to do; nothing where they may. */
export function headersRefusal(target: Target): string | undefined {
  if (target.kind === "command") {
    return "Headers are for a server with a URL. One that is started as a command gets your environment.";
  }
  const { protocol, host, hostname } = new URL(target.url);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return undefined;
  return `Headers are not sent to ${safeLine(host, 200)} over http, where others could read them on their way. Use its https address, or leave the headers out. (http is for servers on this computer.)`;
}

/**
 * Reads headers: `Name: value`, or `@FILE` with one on each line.
 *
 * @throws UsageError that says which one is wrong and why, and never what is in it
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
    readLines(path).forEach((line, at) => {
      if (line.trim() !== "") add(line, `${safeLine(path, 200)}, line ${at + 1}`, "Name: value");
    });
  });
  return Object.fromEntries(headers);

  function add(line: string, where: string, shape: string): void {
    const wrong = (what: string): UsageError => new UsageError(`${where}: ${what}`);
    const colon = line.indexOf(":");
    if (colon === -1) throw wrong(`A header is ${shape}; this has no colon.`);
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const problem = headerProblem(name, value);
    if (problem !== undefined)
      throw wrong(value === "" ? `${problem} A header is ${shape}.` : problem);
    if (headers.has(name)) throw wrong(`"${name}" is given twice.`);
    headers.set(name, value);
  }
}

function readLines(path: string): string[] {
  const wrong = (why: string): UsageError =>
    new UsageError(`The header file ${safeLine(path, 200) || '""'} cannot be read: ${why}.`);
  // Bit by bit: what is no plain file may have no end.
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
  if (length > LONGEST_FILE) throw wrong("it is too long");
  const text = bytes.toString("utf8", 0, length);
  return text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
}

/** Why a file cannot be read, in words. */
export function fileErrorReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES" || code === "EPERM") return "you may not read it";
  return safeLine(code ?? String(error), 100);
}

/** A text without the headers' values, in case the other side has repeated one. */
export function redactHeaders(text: string, headers: HeaderMap | undefined): string {
  const secrets = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(/\s+/)]);
  // The longest first: a token may be part of another.
  return secrets
    .filter((secret) => secret.length >= 6 && !/^(bearer|digest)$/i.test(secret))
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}
