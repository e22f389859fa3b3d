const NEWLINE = 10;
/** A response that is broken in this way is short. */
const LONGEST = 4_096;
const SUSPECT = /"result"\s*:\s*[^{\s]/;

/** An answer in place of one that cannot be read. */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Watches a server's output for responses whose result is no object, such as `null`. The SDK drops them, and
 * whoever made the request would wait until the time is up.
 *
 * @returns takes the output as it comes
 */
export function watchInvalidResults(found: (answer: ErrorResponse) => void): (chunk: Buffer) => void {
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
  const isObject = typeof result === "object" && result !== null && !Array.isArray(result);
  if (result === undefined || isObject || method !== undefined) return undefined;
  const what = Array.isArray(result) ? "a list" : result === null ? "null" : `a ${typeof result}`;
  const text = `The server answered with ${what} in place of a result, which the protocol does not allow. Only the server can mend that.`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message: text } };
}
