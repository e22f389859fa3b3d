/**
 * `midcall/audit/file`: an audit log in a file, for Node.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { assertOptions } from "../internal/assert-options.js";
import { randomBytes } from "node:crypto";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import { readSecrets, type SecretKey } from "../internal/read-secrets.js";
import { type ChainWriter, createChainWriter } from "./chain.js";
import type { AuditEntry } from "./entry.js";
import { AuditError } from "./errors.js";
import { toJsonLine } from "./json-lines.js";
import { LogFile } from "./log-file.js";
import type { AuditSink } from "./sink.js";

export { verifyAuditFiles } from "./verify.js";
export type { AuditProblem, AuditVerification, VerifyAuditOptions } from "./verify.js";

/** Options of {@link createFileSink}. */
export interface FileSinkOptions {
  /** The file. Created with mode 0600 if it does not exist; its folder must exist. */
  readonly path: string;
  /** Whether every write is flushed to the disk. Default false. */
  readonly fsync?: boolean;
  /** Most bytes that wait to be written; further entries are lost and reported. Default 8 MiB. */
  readonly maxPendingBytes?: number;
  /**
   * Adds a hash chain: each entry gets a number and the digest of the one before it, and of all that others have written to the
   * file in the meantime, so that `midcall audit verify` finds an entry that was removed, changed, moved or inserted, unless all
   * after it is gone as well. With a `key` of at least 32 bytes, the digests are HMACs, and
   * someone who can write the file, but does not have the key, cannot make a chain that is accepted; of a list, the first
   * key is used. Without one, `{}` shows accidents and careless changes. Default: no chain.
   *
   * Each sink has a chain of its own, under `writer` and a random ending, so that several processes can append to one
   * file. Begin with a new file: entries without a chain are reported.
   */
  readonly chain?: { readonly key?: SecretKey; readonly writer?: string };
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
 * const sink = createFileSink({ path: "elicitations.jsonl", chain: { key: process.env.AUDIT_KEY } });
 * const audit = createAuditTrail({ sink });
 * // at the end:
 * await audit.flush();
 * await sink.close();
 * ```
 */
export function createFileSink(options: FileSinkOptions): FileSink {
  assertOptions<FileSinkOptions>("createFileSink", options, {
    path: "any",
    fsync: "boolean",
    maxPendingBytes: "number",
    chain: "object",
    onError: "function",
  });
  const { path, fsync = false, maxPendingBytes = 8 * 1024 * 1024 } = options;
  const { onError = (error): void => process.emitWarning(error) } = options;
  if (typeof path !== "string" || path === "")
    throw new OptionError("path must be a non-empty string: the file to append to.");
  if (!(maxPendingBytes > 0)) {
    const given = describeValue(maxPendingBytes);
    throw new OptionError(`maxPendingBytes must be a positive number, not ${given}.`);
  }
  let waiting: string[] = [];
  let pendingBytes = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;
  let file: LogFile | undefined;
  const createChain = readChain(options.chain);
  let chain: ChainWriter | undefined;
  /** Entries lost since the last one that was written. */
  let unreported = 0;
  let closed = false;

  const lost = (count: number, why: string, cause?: unknown): void => {
    unreported += count;
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
    const open = file;
    file = undefined;
    await open?.close().catch(() => {});
  };

  const append = async (lines: readonly string[]): Promise<void> => {
    if (file === undefined) {
      file = await LogFile.open(path);
      // Of an earlier chain, it is not known how much was written.
      chain = createChain?.();
    }
    const seen = chain && (await file.look());
    const text = lines.map(
      (line, at) =>
        chain?.link(line, at === 0 ? unreported : 0, at === 0 ? seen : undefined) ?? line,
    );
    await file.append(Buffer.from(text.join("")), fsync);
    unreported = 0;
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      const bytes = pendingBytes;
      waiting = [];
      try {
        await append(batch);
      } catch (error) {
        lost(batch.length, `Writing to ${path} failed; see cause.`, error);
        await release();
      }
      pendingBytes -= bytes;
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

/** @throws OptionError */
function readChain(chain: FileSinkOptions["chain"]): (() => ChainWriter) | undefined {
  if (chain === undefined) return undefined;
  assertOptions<NonNullable<FileSinkOptions["chain"]>>("chain of createFileSink", chain, {
    key: "any",
    writer: "string",
  });
  const { key, writer } = chain;
  const [bytes] = key === undefined ? [] : readSecrets(key, "chain.key");
  if (writer !== undefined && !/^[\w.:-]{1,64}$/.test(writer)) {
    throw new OptionError(
      "chain.writer must be 1 to 64 letters, digits, dots, colons, underscores or hyphens.",
    );
  }
  return () => {
    const random = randomBytes(8).toString("hex");
    return createChainWriter(writer === undefined ? random : `${writer}.${random}`, bytes);
  };
}
