/** A shorter text is as readable on one line. */
const SHORTEST = 80;
/** Deeper or longer ones would be mostly indentation, and slow to show. */
const DEEPEST = 30;
const LONGEST = 400_000;
/** Strings, literals and numbers, and each sign; white space between them is left out. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g;

/** Whether a text is a JSON object or array that has lines already. */
export function hasLinesOfJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.trim().includes("\n") && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A JSON object or array with a line for each member; `undefined` for a short text, and for one that is not JSON, has
 * lines already, or is too deep or too long for it. Numbers, members that are there twice and the spelling of strings stay as they are.
 */
export function indentJson(text: string): string | undefined {
  const json = text.trim();
  if (json.length < SHORTEST || !/^[[{]/.test(json) || json.includes("\n")) return undefined;
  if (!isJson(json)) return undefined;
  let depth = 0;
  let before = "";
  let made = "";
  const line = (): string => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.matchAll(TOKENS)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    const opens = before === "{" || before === "[";
    if (isEnd ? !opens : opens || before === ",") made += line();
    made += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    before = token;
    if (depth > DEEPEST || made.length > LONGEST) return undefined;
  }
  return made;
}
