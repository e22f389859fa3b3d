import { Buffer } from "node:buffer";
/**
 * Reads a stream to its end; returns `undefined` if it has more bytes than allowed. Chunks are copied into one buffer: kept
 * separately, chunks of one byte each would take two hundred times the memory.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  let bytes = Buffer.alloc(Math.min(mostBytes, 1024));
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, size);
    const end = size + value.byteLength;
    if (end > mostBytes) {
      // Not awaited, because the other side may never finish.
      void reader.cancel().catch(() => {});
      return undefined;
    }
    if (end > bytes.length) {
      const larger = Buffer.alloc(Math.min(mostBytes, Math.max(end, 2 * bytes.length)));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(value, size);
    size = end;
  }
}
