/**
 * `midcall/audit/file`: the audit log as a file, for Node.
 *
 * @module
 */
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { OptionError } from "../contracts/errors.js";
import type { AuditEntry } from "./entry.js";
import { AuditError } from "./errors.js";
import { toJsonLine } from "./json-lines.js";
import type { AuditSink } from "./sink.js";

export { AuditError } from "./errors.js";

/** Options of {@link createFileSink}. */
export interface FileSinkOptions {
  /** The file. Created with mode 0600 if it is not there; its folder has to be. */
  readonly path: string;
  /** Whether every write waits until the disk has it. Default false. */
  readonly fsync?: boolean;
  /** Bytes that wait for the disk; what comes on top is lost and reported. Default 8 MiB. */
  readonly maxPendingBytes?: number;
  /** Told of entries that were not written. Default: `process.emitWarning`. */
  readonly onError?: (error: AuditError) => void;
}

/** A sink that appends to a file. */
export interface FileSink extends AuditSink {
  /** Takes one entry and returns at once. What goes wrong later is reported. */
  record(entry: AuditEntry): void;
  /** Resolves when everything recorded so far is written, or lost and reported. */
  flush(): Promise<void>;
  /** Flushes and closes. What is recorded later is lost and reported. */
  close(): Promise<void>;
}

/**
 * Appends each entry as one line of JSON, in order, many at a time when the disk is slow. Opened on
 * first use and again after an error; a line that a crash cut short is closed, so that the next one
 * stands alone. Several processes may append to one file.
 *
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
  if (typeof path !== "string" || path === "") throw new OptionError("path must name a file.");
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
      onError(new AuditError(`Audit entries lost: ${count}. ${why}`, count, { cause }));
    } catch {
      // Whoever listens must not stop the log.
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
        lost(count, `${path} could not be written; see cause.`, error);
        await release();
      }
      pendingBytes -= batch.byteLength;
      if (dropped > 0) lost(dropped, `More than ${maxPendingBytes} bytes waited for ${path}.`);
      dropped = 0;
    }
    if (closed) await release();
    writing = undefined;
  };

  return {
    record(entry) {
      if (closed) return lost(1, `The sink of ${path} is closed.`);
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

/** Opens for appending; ends a last line that was cut short. */
async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, "a+", 0o600);
  const { size } = await file.stat();
  if (size > 0) {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] !== 0x0a) await file.appendFile("\n");
  }
  return file;
}
