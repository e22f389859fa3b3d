import { readBytes } from "../../internal/read-bytes.js";
import { QUICK_BYTES } from "./node/node-direct.js";

/** What {@link readJson} returns for a request that has no JSON body. */
export const NO_BODY: unique symbol = Symbol("no body");
/** The body is not JSON. */
export const NOT_JSON: unique symbol = Symbol("not JSON");
/** The body could not be read to its end, as when the client has gone. */
export const UNREADABLE: unique symbol = Symbol("unreadable");
/** The body is larger than allowed. */
export const TOO_LARGE: unique symbol = Symbol("too large");

/** Reads a JSON body once, so that neither half has to clone the request. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  if (request.method !== "POST" || !isJson) return NO_BODY;
  const text = await readText(request, maxBytes).catch((): typeof UNREADABLE => UNREADABLE);
  if (text === UNREADABLE) return UNREADABLE;
  if (text === undefined) return TOO_LARGE;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** The body, or `undefined` when it is larger than allowed. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) return undefined;
  // The HTTP server enforces a declared length, so that reading a short body at once is safe.
  if (declared !== null && Number(declared) <= QUICK_BYTES) return request.text();
  if (request.body === null) return "";
  return (await readBytes(request.body, maxBytes))?.toString("utf8");
}
