import { isObject } from "../../json.js";

const NEWLINE = 10;
/** A response with such a result is short; longer lines are skipped. */
const LONGEST = 4_096;
const SUSPECT = /"result"\s*:\s*[^{\s]/;

/** An error response that replaces an invalid one. */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Watches a server's output for responses whose result is not an object, such as `null`. The SDK drops
 * them, so the request would wait until it times out.
 *
 * @param found - receives an error response for each of them
 * @returns a function that takes the output in chunks
 */
export function watchInvalidResults(
  found: (answer: ErrorResponse) => void,
): (chunk: Buffer) => void {
  let rest: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > LONGEST) rest = [];
    else rest.push(part);
  };
  return (chunk) => {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      keep(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      const answer = answerFor(Buffer.concat(rest).toString());
      if (answer) found(answer);
      rest = [];
      length = 0;
      from = end + 1;
    }
  };
}

function answerFor(line: string): ErrorResponse | undefined {
  if (!SUSPECT.test(line)) return undefined;
  let message: { readonly id?: unknown; readonly method?: unknown; readonly result?: unknown };
  try {
    message = Object(JSON.parse(line)) as typeof message;
  } catch {
    return undefined;
  }
  const { id, method, result } = message;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  if (result === undefined || isObject(result) || method !== undefined) return undefined;
  const what = Array.isArray(result) ? "an array" : result === null ? "null" : `a ${typeof result}`;
  const text = `The server returned ${what} as the result, which must be an object. This has to be fixed in the server.`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message: text } };
}
