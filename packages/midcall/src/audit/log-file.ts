import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { SeenLines } from "./chain.js";

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** A file that is open for appending. Other processes may append to it as well. */
export class LogFile {
  readonly #handle: FileHandle;
  /** Of all lines up to `#bytes`. */
  #hash: Hash = createHash("sha256");
  #bytes = 0;
  /** What was appended last, and is not in `#hash` yet. */
  #own: Buffer = Buffer.alloc(0);

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Opens the file, and ends an incomplete last line. */
  static async open(path: string): Promise<LogFile> {
    const handle = await open(path, "a+", 0o600);
    try {
      const { size } = await handle.stat();
      const last = Buffer.alloc(1, LINE_FEED);
      if (size > 0) await handle.read(last, 0, 1, size - 1);
      if (last[0] !== LINE_FEED) await handle.appendFile("\n");
      return new LogFile(handle);
    } catch (error) {
      await handle.close().catch(() => {});
      throw error;
    }
  }

  /** What is in the file, if it has more than there was at the last look and was appended here. */
  async look(): Promise<SeenLines | undefined> {
    const { size } = await this.#handle.stat();
    const own = this.#own;
    this.#own = Buffer.alloc(0);
    if (size === this.#bytes + own.length) {
      this.#hash.update(own);
      this.#bytes = size;
      return undefined;
    }
    // It was emptied, as programs that rotate logs do. Entries that are gone are missed by those that follow them.
    if (size < this.#bytes + own.length) {
      this.#hash = createHash("sha256");
      this.#bytes = 0;
    }
    await this.#read(size);
    if (this.#bytes === 0) return undefined;
    return { bytes: this.#bytes, digest: this.#hash.copy().digest("hex") };
  }

  async append(lines: Buffer, fsync: boolean): Promise<void> {
    await this.#handle.appendFile(lines);
    this.#own = lines;
    if (fsync) await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Reads up to the last whole line before that size: another process may be writing the next one. */
  async #read(size: number): Promise<void> {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - this.#bytes));
    let rest: Buffer = Buffer.alloc(0);
    for (let at = this.#bytes; at < size;) {
      const { bytesRead } = await this.#handle.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const text = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      const end = text.lastIndexOf(LINE_FEED) + 1;
      this.#hash.update(text.subarray(0, end));
      this.#bytes += end;
      rest = text.subarray(end);
    }
  }
}

/** The lines of a file without their line feeds, each byte as one character. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, "latin1") as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
