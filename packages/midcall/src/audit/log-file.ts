import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { readLine } from "./chain.js";

/** Longer than the longest line. */
const END_BYTES = 64 * 1024;

/** A file that is open for appending, and the digest of the last entry in it. */
export interface LogFile {
  readonly handle: FileHandle;
  readonly lastDigest: string | undefined;
}

/** Opens the file for appending, and ends an incomplete last line. */
export async function openLog(path: string): Promise<LogFile> {
  const handle = await open(path, "a+", 0o600);
  try {
    const { size } = await handle.stat();
    if (size === 0) return { handle, lastDigest: undefined };
    const start = Math.max(0, size - END_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, null, start);
    const end = buffer.toString("latin1", 0, bytesRead);
    if (!end.endsWith("\n")) await handle.appendFile("\n");
    // The last complete line; what a crash has cut off is not an entry.
    const lines = end.split("\n").slice(0, -1);
    return { handle, lastDigest: readLine(lines.at(-1) ?? "")?.digest };
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
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
