import { parseTarget, type Target } from "../../connect/target.js";
import { RequestError } from "../errors.js";
import { parseShellWords } from "./shell-words.js";
import { isUrl } from "../../is-url.js";

const LONGEST_TARGET = 8_000;

/**
 * Parses what the user has entered on the page: a URL or a command line.
 *
 * @throws RequestError that says what to enter instead
 */
export function parseEnteredTarget(entered: string): Target {
  if (entered.length > LONGEST_TARGET) {
    throw new RequestError(400, `The command or URL is longer than ${LONGEST_TARGET} characters.`);
  }
  const text = entered.trim();
  if (text === "") throw new RequestError(400, "Enter a command or a URL.");
  const words = /^https?:\/\//i.test(text)
    ? text.split(/\s+/)
    : parseShellWords(text, process.platform !== "win32");
  const mistake = mistakeIn(words);
  if (mistake !== undefined) throw new RequestError(400, mistake);
  try {
    return parseTarget(words);
  } catch (error) {
    throw new RequestError(400, (error as Error).message);
  }
}

/** Recognizes common mistakes, and says what to enter instead. */
function mistakeIn([first = "", ...rest]: readonly string[]): string | undefined {
  if (/^[a-z][\w+.-]*:\/\//i.test(first)) {
    if (!/^https?:/i.test(first) || !isUrl(first)) {
      return "The URL must be a complete http or https URL.";
    }
    const { username, password } = new URL(first);
    return username || password
      ? "The URL must not contain a user name or password. Remove them, and add them as a header."
      : undefined;
  }
  const looksLikeUrl = /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?\/\S*$/i.test(first);
  if (looksLikeUrl && rest.length === 0) {
    return "If this is a URL, start it with https:// (or http://). If it is the path of a program, start it with ./";
  }
  const variable = /^([A-Za-z_]\w*)=/.exec(first)?.[1];
  return variable === undefined
    ? undefined
    : `A command cannot start with an environment variable here. Put “env” before it: env ${variable}=…`;
}
