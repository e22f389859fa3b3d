import { headerProblem, type HeaderMap, headersRefusal } from "../../connect/headers.js";
import type { Target } from "../servers/connection-types.js";
import { RequestError } from "../errors.js";

const MOST = 10;

/**
 * Reads the headers the page gives for a server. They are kept in memory while the console runs, and
 * nowhere else.
 *
 * @throws RequestError that repeats no value
 */
export function parseServerHeaders(given: unknown, target: Target): HeaderMap | undefined {
  if (given === undefined) return undefined;
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  const refusal = entries.length > 0 ? headersRefusal(target) : undefined;
  if (refusal !== undefined) throw new RequestError(400, refusal);
  if (entries.length > MOST) throw new RequestError(400, `${MOST} headers are the most.`);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = typeof value === "string" ? value.trim() : "";
      const problem = headerProblem(name, text);
      if (problem !== undefined) throw new RequestError(400, problem);
      return [name, text];
    }),
  );
}

/** The texts in it that must be shown nowhere: each value, and without its scheme. */
export const secretValues = (headers: HeaderMap): string[] =>
  Object.values(headers).flatMap((value) => [value, value.replace(/^[\w-]+ +/, "")]);
