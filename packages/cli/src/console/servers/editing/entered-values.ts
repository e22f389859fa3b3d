import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { statSync } from "node:fs";
import { displayText } from "midcall/form";
import { type HeaderMap, headerProblem, headersRefusal } from "../../../connect/headers.js";
import type { Target } from "../../../connect/target.js";
import { isObject } from "../../../json.js";
import { RequestError } from "../../errors.js";

type Values = Readonly<Record<string, string>>;

const MOST_HEADERS = 20;
const MOST_VARIABLES = 100;
const LONGEST_VALUE = 32_000;
const LONGEST_SECONDS = 86_400;

/** Names and values that the page has sent; `null` takes the value from `kept`. @throws RequestError */
function readValues(
  given: unknown,
  kept: Values,
  what: string,
  most: number,
): [name: string, value: string][] {
  if (!isObject(given)) throw new RequestError(400, `The ${what} must be a JSON object.`);
  const entries = Object.entries(given);
  if (entries.length > most)
    throw new RequestError(400, `A server can have at most ${most} ${what}.`);
  return entries.map(([name, value]) => {
    if (typeof value === "string") return [name, value];
    if (value === null && Object.hasOwn(kept, name)) return [name, kept[name]!];
    const shown = displayText(name.slice(0, 100));
    throw new RequestError(400, `"${shown}" has no value. Enter it again.`);
  });
}

/**
 * Parses the headers that the page sends for a server. They are kept only in memory, while the console is running.
 *
 * @param kept - the headers that the server has
 * @throws RequestError that does not repeat a value
 */
export function readHeaderValues(given: unknown, target: Target, kept: HeaderMap = {}): HeaderMap {
  const entries = readValues(given, kept, "headers", MOST_HEADERS);
  const refusal = entries.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new RequestError(400, refusal);
  const names = new Set<string>();
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = value.trim();
      const problem = headerProblem(name, text);
      if (problem !== undefined) throw new RequestError(400, problem);
      if (names.has(name.toLowerCase()))
        throw new RequestError(400, `The header "${name}" is there twice.`);
      names.add(name.toLowerCase());
      return [name, text];
    }),
  );
}

/** The headers of a server with those that the page has sent for its next connection. @throws RequestError */
export function readMoreHeaders(
  given: unknown,
  {
    saved: { target },
    secrets: { headers: before },
  }: {
    readonly saved: { readonly target: Target };
    readonly secrets: { readonly headers: HeaderMap };
  },
): HeaderMap | undefined {
  if (given === undefined) return undefined;
  const headers = readHeaderValues(given, target);
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...headers };
}

/**
 * Parses the environment variables that the page sends for a server.
 *
 * @param kept - the variables that the server has
 * @throws RequestError that does not repeat a value
 */
export function readEnvironment(given: unknown, target: Target, kept: Values = {}): Values {
  const entries = readValues(given, kept, "environment variables", MOST_VARIABLES);
  if (entries.length > 0 && target.kind === "url") {
    throw new RequestError(
      400,
      "Environment variables are for a server that is started with a command. Use headers for a URL.",
    );
  }
  for (const [name, value] of entries) {
    if (!/^[^=\0]{1,200}$/.test(name) || name !== name.trim())
      throw new RequestError(400, "The name of an environment variable is invalid.");
    if (value.length > LONGEST_VALUE || value.includes("\0"))
      throw new RequestError(400, `The value of "${displayText(name)}" is too long or invalid.`);
  }
  return Object.fromEntries(entries);
}

/**
 * Parses the working directory that the user has entered; `~` is the user's own.
 *
 * @returns an absolute path, or `undefined` for the directory of the console
 * @throws RequestError when there is no such directory
 */
export function readDirectory(entered: string, target: Target): string | undefined {
  const text = entered.trim();
  if (text === "") return undefined;
  if (target.kind === "url")
    throw new RequestError(
      400,
      "A working directory is for a server that is started with a command.",
    );
  const path = /^~(?=$|[\\/])/.test(text) ? join(homedir(), text.slice(1)) : resolve(text);
  let isDirectory = false;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch {
    // It does not exist, or cannot be looked at.
  }
  if (isDirectory) return path;
  throw new RequestError(400, `There is no directory ${displayText(path.slice(0, 500))}.`);
}

/** Parses a time limit in seconds. @returns milliseconds @throws RequestError */
export function readTimeout(given: unknown): number | undefined {
  if (given === null) return undefined;
  if (typeof given === "number" && given >= 1 && given <= LONGEST_SECONDS)
    return Math.round(given * 1_000);
  throw new RequestError(400, `The time limit must be from 1 to ${LONGEST_SECONDS} seconds.`);
}
