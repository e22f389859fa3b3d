/**
 * Reads a stream to its end, or gives nothing where it holds more bytes than allowed. What comes is copied together: kept
 * as they came, chunks of one byte each would take two hundred times the room.
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
      // Not waited for: the other side may never end.
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
