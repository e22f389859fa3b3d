import type { IncomingMessage } from "node:http";

const MAX_BYTES = 4_096;

/** Reads a small form. @throws RangeError when it is too large */
export async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BYTES) throw new RangeError("The form is too large.");
  }
  return new URLSearchParams(body);
}
