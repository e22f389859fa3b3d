import type { Context } from "hono";
import { metaRefusal, type RequestMeta } from "../../connect/request-meta.js";
import { isObject } from "../../json.js";
import { RequestError } from "../errors.js";

type Body = Readonly<Record<string, unknown>>;

/**
 * Parses the body of a request: one JSON object. A middleware has limited its size.
 *
 * @throws RequestError
 */
export async function readBody({ req }: Context): Promise<Body> {
  if (!/^application\/json\b/i.test(req.header("content-type") ?? "")) {
    throw new RequestError(400, "The request must have the content type application/json.");
  }
  let body: unknown;
  try {
    body = JSON.parse(await req.text());
  } catch {
    throw new RequestError(400, "The body is not valid JSON.");
  }
  return toObject(body, "The body");
}

function toObject(value: unknown, what: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new RequestError(400, `${what} must be a JSON object.`);
}

/** An object of the body; empty if it is missing. @throws RequestError if it is not an object */
export function objectIn(body: Body, name: string): Record<string, unknown> {
  return toObject(body[name] ?? {}, `"${name}"`);
}

/** A string of the body. @throws RequestError if it is not a string, or not one of `known` */
export function stringIn(body: Body, name: string): string;
export function stringIn<T extends string>(body: Body, name: string, known: readonly T[]): T;
export function stringIn(body: Body, name: string, known?: readonly string[]): string {
  const value = body[name];
  if (typeof value !== "string" || (known && !known.includes(value))) {
    const what = known ? `one of ${known.join(", ")}` : "a string";
    throw new RequestError(400, `"${name}" must be ${what}.`);
  }
  return value;
}

/** An object of the body with strings only; empty if it is missing. @throws RequestError if it is not one */
export function stringsIn(body: Body, name: string): Record<string, string> {
  const object = objectIn(body, name);
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== "string") throw new RequestError(400, `"${key}" must be a string.`);
  }
  return object as Record<string, string>;
}

/** A boolean of the body. @throws RequestError if it is not one */
export function booleanIn(body: Body, name: string): boolean {
  const value = body[name];
  if (typeof value !== "boolean") throw new RequestError(400, `"${name}" must be true or false.`);
  return value;
}

/** The sequence number of the query's `after`; 0 if there is none. */
export function sequenceIn({ req }: Context): number {
  const after = Number(req.query("after") ?? 0);
  return Number.isFinite(after) ? after : 0;
}

/** The metadata of a request to send; `undefined` if there is none. @throws RequestError if it cannot be sent */
export function metaIn(body: Body): RequestMeta | undefined {
  if (body["meta"] === undefined) return undefined;
  const meta = objectIn(body, "meta");
  const refusal = metaRefusal(meta);
  if (refusal !== undefined) throw new RequestError(400, refusal);
  return Object.keys(meta).length === 0 ? undefined : meta;
}
