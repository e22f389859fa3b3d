import type { Buffer } from "node:buffer";
import { readBytes } from "../../internal/read-bytes.js";

/** A submitted form, or the status to refuse it with. `missing`: the body has been read by something else already. */
export type FormBody =
  | { readonly form: URLSearchParams }
  | { readonly status: 400 | 413 | 415; readonly missing?: boolean };

const AMPERSAND = 0x26;

/**
 * Reads a form up to the limits, whatever its headers announce.
 *
 * @param maxPairs - Most pairs of a name and a value. Many tiny pairs take far more memory than their bytes.
 */
export async function readForm(
  request: Request,
  maxBytes: number,
  maxPairs: number,
): Promise<FormBody> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415 };
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > maxBytes) return { status: 413 };
  if (request.bodyUsed || request.body?.locked) return { status: 400, missing: true };
  const announced = Number(length ?? 0) > 0;
  if (!request.body) {
    return announced ? { status: 400, missing: true } : { form: new URLSearchParams() };
  }
  let bytes: Buffer | undefined;
  try {
    bytes = await readBytes(request.body, maxBytes);
  } catch {
    return { status: 400 };
  }
  if (!bytes) return { status: 413 };
  if (bytes.length === 0 && announced) return { status: 400, missing: true };
  let pairs = 1;
  for (const byte of bytes) if (byte === AMPERSAND) pairs++;
  if (pairs > maxPairs) return { status: 413 };
  return { form: new URLSearchParams(bytes.toString("utf8")) };
}
