import { headerProblem, type HeaderMap, headersRefusal } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";
import { RequestError } from "../errors.js";

const MOST = 10;

/**
 * Parses the headers that the page sends for a server. They are kept only in memory, while the console is running.
 *
 * @throws RequestError that does not repeat a value
 */
export function parseServerHeaders(given: unknown, target: Target): HeaderMap | undefined {
  if (given === undefined) return undefined;
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  const refusal = entries.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new RequestError(400, refusal);
  if (entries.length > MOST)
    throw new RequestError(400, `A server can have at most ${MOST} headers.`);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = typeof value === "string" ? value.trim() : "";
      const problem = headerProblem(name, text);
      if (problem !== undefined) throw new RequestError(400, problem);
      return [name, text];
    }),
  );
}

/** The texts that must not be shown: each value, with and without its scheme. */
export const secretValues = (headers: HeaderMap): string[] =>
  Object.values(headers).flatMap((value) => [value, value.replace(/^[\w-]+ +/, "")]);
