import type { Context } from "hono";
import { RequestError } from "../errors.js";

type Body = Readonly<Record<string, unknown>>;

/**
 * The request's body: one JSON object. Its size is limited before.
 *
 * @throws RequestError
 */
export async function readBody({ req }: Context): Promise<Body> {
  if (!/^application\/json\b/i.test(req.header("content-type") ?? "")) {
    throw new RequestError(400, "The body has to be JSON, and say so.");
  }
  let body: unknown;
  try {
    body = JSON.parse(await req.text());
  } catch {
    throw new RequestError(400, "The body is no JSON.");
  }
  return toObject(body, "The body");
}

function toObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new RequestError(400, `${what} has to be a JSON object.`);
}

/** An object of the body; empty where there is none. @throws RequestError when it is something else */
export function objectIn(body: Body, name: string): Record<string, unknown> {
  return toObject(body[name] ?? {}, `"${name}"`);
}

/** A text of the body. @throws RequestError when it is none, or not one of `known` */
export function stringIn(body: Body, name: string): string;
export function stringIn<T extends string>(body: Body, name: string, known: readonly T[]): T;
export function stringIn(body: Body, name: string, known?: readonly string[]): string {
  const value = body[name];
  if (typeof value !== "string" || (known && !known.includes(value))) {
    const what = known ? `one of ${known.join(", ")}` : "text";
    throw new RequestError(400, `"${name}" has to be ${what}.`);
  }
  return value;
}
