import { refuse } from "./guard.js";
import type { SealedBytes } from "./sealed-messages.js";

/** A sealed request of the largest body, and what seals it. */
const LARGEST = 2 * 1024 * 1024 + 1_024;
/** How much of all requests together is in memory before they are opened, in bytes. */
const LARGEST_TOGETHER = 32 * 1024 * 1024;

/**
 * Reads requests that nobody has opened yet, so that whoever sends them gets no more than a bounded part of the memory.
 *
 * @returns a function that reads one, or returns the refusal
 */
export function createSealedReader(): (request: Request) => Promise<SealedBytes | Response> {
  let together = 0;
  return async ({ body, headers }) => {
    if (Number(headers.get("content-length") ?? 0) > LARGEST) return tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body ?? []) {
        size += chunk.length;
        together += chunk.length;
        if (size > LARGEST) return tooLarge();
        if (together > LARGEST_TOGETHER) return tooMany();
        chunks.push(chunk);
      }
    } catch {
      // Its sender has gone.
      return refuse();
    } finally {
      together -= size;
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  };
}

const tooLarge = (): Response =>
  Response.json({ error: "The request is larger than 2 MiB." }, { status: 413 });

const tooMany = (): Response =>
  Response.json({ error: "Too many requests are being read. Try again." }, { status: 503 });
