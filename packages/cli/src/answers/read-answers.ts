import { displayText } from "midcall/form";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";

/** One entry of an answers file. */
export interface Answer {
  /** The message of the question it is for; `*` stands for any text. */
  readonly message: string;
  readonly action: "accept" | "decline" | "cancel";
  /** Fields to fill in, for a form. */
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  /** The address that may be agreed to; `*` stands for any text. */
  readonly url?: string | undefined;
  /** How many questions it answers. */
  readonly times: number;
  /** Where it stands in the file, from 1. */
  readonly number: number;
}

const KNOWN = ["message", "action", "content", "url", "times"];
const ACTIONS = ["accept", "decline", "cancel"] as const;
const MOST = 10_000;
const SHAPE = 'a list: [{ "message": "…", "content": { … } }]. See midcall call --help.';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads an answers file: a JSON list of entries.
 *
 * @param source - what the person calls it, for errors
 * @throws UsageError that names the entry and what is wrong with it
 *
 * @example
 * ```ts
 * readAnswers('[{ "message": "Which color?", "content": { "color": "red" } }]', "answers.json");
 * ```
 */
export function readAnswers(json: string, source: string): readonly Answer[] {
  // Some editors begin a file with a mark of their own.
  const text = json.replace(/^\ufeff/, "");
  if (text.trim() === "") throw new UsageError(`${source} is empty. It must be ${SHAPE}`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${source} is not JSON${whereIn(text, error)}.`);
  }
  if (!Array.isArray(list)) {
    throw new UsageError(`${source} must be ${SHAPE}`);
  }
  if (list.length > MOST) throw new UsageError(`${source} has more than ${MOST} entries.`);
  return list.map((entry: unknown, index) => readEntry(entry, index + 1, source));
}

/** Where the engine stopped. Its message quotes the text around the mistake, which may be a secret. */
function whereIn(text: string, error: unknown): string {
  // Text of another encoding has one of these at every other place, or what stands for no character.
  if (/[\u0000\ufffd]/.test(text)) return ": it is no UTF-8 text";
  const position = /position (\d+)/.exec((error as Error).message)?.[1];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return ` (line ${lines.length}, column ${lines.at(-1)!.length + 1})`;
}

function readEntry(entry: unknown, number: number, source: string): Answer {
  const wrong = (what: string): UsageError => new UsageError(`${source}, entry ${number}: ${what}`);
  if (!isObject(entry)) throw wrong('must be an object with "message" and "action" or "content".');
  const unknown = Object.keys(entry).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw wrong(`"${safeLine(unknown, 60)}" is not known; known are ${KNOWN.join(", ")}.`);
  }
  const { message, content, url, times = 1 } = entry;
  if (typeof message !== "string") {
    throw wrong('"message" must be the question\'s message; * stands for any text.');
  }
  if (content !== undefined && !isObject(content)) {
    throw wrong('"content" must be an object with a value for each field.');
  }
  if (url !== undefined && (typeof url !== "string" || url === "")) {
    throw wrong('"url" must be the address to agree to; * stands for any text.');
  }
  if (content !== undefined && url !== undefined) {
    throw wrong('has "content", which is for forms, and "url", which is for links.');
  }
  const action = entry["action"] ?? (content === undefined ? undefined : "accept");
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined) {
    throw wrong('"action" must be accept, decline or cancel (accept where there is "content").');
  }
  if (known !== "accept" && content !== undefined) {
    throw wrong(`a ${known} has no "content".`);
  }
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1) {
    throw wrong('"times" must be a whole number from 1.');
  }
  // As the question is compared: hidden characters can be in neither.
  const seen = displayText(message, { lines: true });
  return { message: seen, action: known, content, url, times, number };
}
