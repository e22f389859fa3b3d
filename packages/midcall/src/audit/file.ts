/**
 * `midcall/audit/file`: an audit log in a file, for Node.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { OptionError } from "../contracts/errors.js";
import type { AuditEntry } from "./entry.js";
import { AuditError } from "./errors.js";
import { toJsonLine } from "./json-lines.js";
import type { AuditSink } from "./sink.js";

/** Options of {@link createFileSink}. */
export interface FileSinkOptions {
  /** The file. Created with mode 0600 if it does not exist; its folder must exist. */
  readonly path: string;
  /** Whether every write is flushed to the disk. Default false. */
  readonly fsync?: boolean;
  /** Most bytes that wait to be written; further entries are lost and reported. Default 8 MiB. */
  readonly maxPendingBytes?: number;
  /** Called when entries were not written. Default: `process.emitWarning`. */
  readonly onError?: (error: AuditError) => void;
}

/** A sink that appends to a file. */
export interface FileSink extends AuditSink {
  /** Queues one entry and returns immediately. Later errors are reported. */
  record(entry: AuditEntry): void;
  /** Resolves when everything recorded so far is written, or lost and reported. */
  flush(): Promise<void>;
  /** Flushes and closes the file. Entries recorded later are lost and reported. */
  close(): Promise<void>;
}

/**
 * Creates a sink that appends each entry to a file as one line of JSON, in order, and in batches if the disk is slow. The
 * file is opened on first use and reopened after an error. If a crash left an incomplete last line, a line break is
 * added first. Several processes can append to one file.
 *
 * @param options - the path, and limits
 * @returns the sink
 * @throws {@link OptionError} if an option is unusable
 *
 * @example
 * ```ts
 * import { createAuditTrail } from "midcall/audit";
 * import { createFileSink } from "midcall/audit/file";
 *
 * const sink = createFileSink({ path: "elicitations.jsonl" });
 * const audit = createAuditTrail({ sink });
 * // at the end:
 * await audit.flush();
 * await sink.close();
 * ```
 */
export function createFileSink(options: FileSinkOptions): FileSink {
  const { path, fsync = false, maxPendingBytes = 8 * 1024 * 1024 } = options;
  const { onError = (error): void => process.emitWarning(error) } = options;
  if (typeof path !== "string" || path === "")
    throw new OptionError("path must be a non-empty string: the file to append to.");
  if (!(maxPendingBytes > 0)) {
    const given = String(maxPendingBytes);
    throw new OptionError(`maxPendingBytes must be a positive number, not ${given}.`);
  }
  let waiting: string[] = [];
  let pendingBytes = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;
  let file: FileHandle | undefined;
  let closed = false;

  const lost = (count: number, why: string, cause?: unknown): void => {
    try {
      onError(
        new AuditError(
          `${count} audit ${count === 1 ? "entry was" : "entries were"} not written. ${why}`,
          count,
          { cause },
        ),
      );
    } catch {
      // An error in onError must not stop the log.
    }
  };

  const release = async (): Promise<void> => {
    const handle = file;
    file = undefined;
    await handle?.close().catch(() => {});
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = Buffer.from(waiting.join(""));
      const count = waiting.length;
      waiting = [];
      try {
        file ??= await openLog(path);
        await file.appendFile(batch);
        if (fsync) await file.sync();
      } catch (error) {
        lost(count, `Writing to ${path} failed; see cause.`, error);
        await release();
      }
      pendingBytes -= batch.byteLength;
      if (dropped > 0)
        lost(
          dropped,
          `More than ${maxPendingBytes} bytes (maxPendingBytes) were waiting to be written to ${path}.`,
        );
      dropped = 0;
    }
    if (closed) await release();
    writing = undefined;
  };

  return {
    record(entry) {
      if (closed) return lost(1, `The sink for ${path} is closed.`);
      const line = toJsonLine(entry);
      const bytes = Buffer.byteLength(line);
      if (pendingBytes + bytes > maxPendingBytes && writing) {
        dropped++;
        return;
      }
      pendingBytes += bytes;
      waiting.push(line);
      writing ??= drain();
    },
    async flush() {
      await writing;
    },
    async close() {
      closed = true;
      await (writing ?? release());
    },
  };
}

/** Opens the file for appending, and ends an incomplete last line. */
async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, "a+", 0o600);
  const { size } = await file.stat();
  if (size > 0) {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] !== 0x0a) await file.appendFile("\n");
  }
  return file;
}
