import { displayText } from "midcall/form";
import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
import { safeLine } from "../safe-text.js";
import type { Answer } from "./answer.js";
import { leavesHostOpen } from "./link-pattern.js";
import { isScenario, readScenario, type Scenario } from "./scenario.js";

const KNOWN = ["message", "action", "content", "url", "times", "schema", "ask"];
const ACTIONS = ["accept", "decline", "cancel"] as const;
const MOST = 10_000;
const SHAPE =
  'an array: [{ "message": "…", "content": { … } }], or a scenario of midcall console. See midcall call --help.';

/** An answers file: answers, and the call they belong to if it is a scenario. */
export interface AnswersFile {
  readonly answers: readonly Answer[];
  readonly scenario?: Scenario | undefined;
}

/**
 * Parses an answers file: a JSON array of entries, or a scenario.
 *
 * @param source - the name of the file, for errors
 * @throws UsageError that names the invalid entry and says what is wrong
 *
 * @example
 * ```ts
 * readAnswersFile('[{ "message": "Which color?", "content": { "color": "red" } }]', "answers.json");
 * ```
 */
export function readAnswersFile(json: string, source: string): AnswersFile {
  // Some editors write a byte order mark.
  const text = json.replace(/^\ufeff/, "");
  if (text.trim() === "") throw new UsageError(`${source} is empty. It must be ${SHAPE}`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${source} is not JSON${whereIn(text, error)}.`);
  }
  const readEntries = (entries: readonly unknown[]): readonly Answer[] => {
    if (entries.length > MOST) throw new UsageError(`${source} has more than ${MOST} entries.`);
    return entries.map((entry, index) => readEntry(entry, index + 1, source));
  };
  if (isScenario(list)) {
    const scenario = readScenario(list, source, readEntries);
    return { answers: scenario.answers, scenario };
  }
  if (!Array.isArray(list)) throw new UsageError(`${source} must be ${SHAPE}`);
  return { answers: readEntries(list as unknown[]) };
}

/** The position of a syntax error. The engine's message is not used: it quotes the text, which may be a secret. */
function whereIn(text: string, error: unknown): string {
  // In text of another encoding there are null or replacement characters.
  if (/[\u0000\ufffd]/.test(text)) return ": it is not UTF-8 text";
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
    throw wrong(`unknown member "${safeLine(unknown, 60)}". The members are ${KNOWN.join(", ")}.`);
  }
  const { message, content, url, times = 1, schema, ask } = entry;
  if (typeof message !== "string") {
    throw wrong('"message" must be a string, the question\'s message; * matches any text.');
  }
  if (content !== undefined && !isObject(content)) {
    throw wrong('"content" must be an object with a value for each field.');
  }
  if (url !== undefined && (typeof url !== "string" || url === "")) {
    throw wrong('"url" must be a string, the URL to accept; * matches any text.');
  }
  if (content !== undefined && url !== undefined) {
    throw wrong('must not have both "content" (for forms) and "url" (for links).');
  }
  if (schema !== undefined && (typeof schema !== "string" || url !== undefined)) {
    throw wrong('"schema" must be a string, the digest of the form, and only for forms.');
  }
  if (ask !== undefined && !(Array.isArray(ask) && ask.every((name) => typeof name === "string"))) {
    throw wrong('"ask" must be a list of the names of fields.');
  }
  const action = entry["action"] ?? (content === undefined ? undefined : "accept");
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined) {
    throw wrong(
      '"action" must be "accept", "decline" or "cancel"; it may be omitted if there is "content".',
    );
  }
  if (known !== "accept" && content !== undefined) {
    throw wrong(`"content" is not allowed with "action": "${known}".`);
  }
  if (known === "accept" && url !== undefined && leavesHostOpen(url)) {
    throw wrong(
      '"url" must name the host of the page: * may stand only after the "/" that follows it, as in "https://example.com/*".',
    );
  }
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1) {
    throw wrong('"times" must be a positive integer.');
  }
  // The inbox removes hidden characters from questions, so they are removed here, too.
  const seen = displayText(message, { lines: true });
  return { message: seen, action: known, content, url, schema, ask, times, number };
}
