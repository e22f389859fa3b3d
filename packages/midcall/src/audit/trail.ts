import { OptionError } from "../contracts/errors.js";
import { assertOptions } from "../internal/assert-options.js";
import { quoted } from "../internal/quoted.js";
import { createAuditEntry } from "./create-entry.js";
import { createHmac, sha256 } from "./digest.js";
import type { AuditDigests, AuditEntry, AuditEvent } from "./entry.js";
import { AuditError } from "./errors.js";
import type { AuditSink } from "./sink.js";

/** Options of {@link createAuditTrail}. */
export interface AuditTrailOptions {
  /** One sink, or several sinks that each receive every entry. */
  readonly sink: AuditSink | readonly AuditSink[];
  /**
   * Computes the digest of a message: one word of at most 128 characters. Default {@link sha256}. Use an HMAC if there are
   * so few possible messages that a plain digest could be guessed.
   */
  readonly digest?: (message: string) => string | undefined | Promise<string | undefined>;
  /**
   * A secret of at least 32 bytes, for `argumentsDigest` and `answerDigest` of the entries: someone who has the key and the
   * content can prove that it is what was asked and answered. Both are left out without a key, because a digest that
   * anyone can compute would let them find out a yes or a number by trying. Do not give it to readers who must not do so.
   */
  readonly key?: string | Uint8Array;
  /** Called when entries were not written. Default: `console.error`. */
  readonly onError?: (error: AuditError) => void;
  /** Most entries being written at once; further ones are lost and reported together. Default 10,000. */
  readonly maxPending?: number;
}

/** Records events: reduces them to audit entries and passes those to the sinks. */
export interface AuditTrail {
  /** Records one question and how it ended. Never throws and never blocks. */
  record(event: AuditTrailEvent): void;
  /** Resolves when everything recorded so far is written, or lost and reported. */
  flush(): Promise<void>;
}

/** An event with its message, of which only the digest is written. */
export interface AuditTrailEvent extends AuditEvent {
  readonly message?: string | undefined;
}

/**
 * Creates an audit trail. It computes the digest of the message, reduces the event with {@link createAuditEntry}, and
 * keeps errors and slow sinks from affecting the user's answer.
 *
 * @param options - the sinks, the digest function and the error handler
 * @returns the audit trail
 * @throws {@link OptionError} if there is no sink, `maxPending` is not a positive number, or `key` is shorter than 32 bytes
 *
 * @example
 * ```ts
 * const trail = createAuditTrail({ sink: createJsonLinesSink({ write: (line) => process.stdout.write(line) }) });
 * trail.record({ id: "q1", mode: "form", message: "Delete 3 files?", action: "accept" });
 * ```
 */
export function createAuditTrail(options: AuditTrailOptions): AuditTrail {
  assertOptions<AuditTrailOptions>("createAuditTrail", options, {
    sink: "any",
    digest: "function",
    key: "any",
    onError: "function",
    maxPending: "number",
  });
  const sinks = sinksOf(options);
  const { digest = sha256, onError = report, maxPending = 10_000 } = options;
  if (!(maxPending > 0)) {
    throw new OptionError(`maxPending must be a positive number, not ${quoted(maxPending)}.`);
  }
  const hmac = options.key === undefined ? undefined : createHmac(keyBytes(options.key));
  const pending = new Set<Promise<void>>();
  let dropped = 0;

  const failed = (lost: number, message: string, cause?: unknown): void => {
    try {
      onError(new AuditError(message, lost, { cause }));
    } catch {
      // An error in onError must not affect the answer either.
    }
  };

  const keyedDigests = async (event: AuditTrailEvent): Promise<AuditDigests | undefined> => {
    try {
      return hmac && (await event.digests?.(hmac));
    } catch (error) {
      failed(
        0,
        "A digest could not be computed, so an audit entry is without it; see cause.",
        error,
      );
      return undefined;
    }
  };

  const prepare = async (event: AuditTrailEvent): Promise<AuditEntry | undefined> => {
    try {
      const messageDigest =
        typeof event.message === "string" ? await digest(event.message) : event.messageDigest;
      return createAuditEntry(
        Object.assign({}, event, { messageDigest }, await keyedDigests(event)),
      );
    } catch (error) {
      failed(1, "An audit entry could not be created; see cause.", error);
      return undefined;
    }
  };

  // Entries are passed on in the order of their events, however long their digests take.
  let before: Promise<unknown> = Promise.resolve();
  const write = async (event: AuditTrailEvent): Promise<void> => {
    const inTurn = Promise.all([prepare(event), before]);
    before = inTurn.then(() => undefined);
    const [entry] = await inTurn;
    if (entry === undefined) return;
    const results = await Promise.allSettled(sinks.map(async (sink) => sink.record(entry)));
    for (const result of results) {
      if (result.status === "rejected") {
        failed(1, "An audit sink failed to write an entry; see cause.", result.reason);
      }
    }
  };

  const finish = (task: Promise<void>): void => {
    pending.delete(task);
    const lost = dropped;
    dropped = 0;
    if (lost > 0)
      failed(
        lost,
        `${lost} audit entries were dropped because the sinks are too slow (maxPending: ${maxPending}).`,
      );
  };

  return {
    record(event) {
      if (pending.size >= maxPending) {
        dropped++;
        return;
      }
      const task = write(event).finally(() => finish(task));
      pending.add(task);
    },
    async flush() {
      await Promise.all(pending);
      await Promise.all(sinks.map((sink) => sink.flush?.()));
    },
  };
}

function sinksOf(options: AuditTrailOptions | undefined): readonly AuditSink[] {
  const sinks: readonly (AuditSink | undefined)[] = [options?.sink].flat();
  if (sinks.every((sink): sink is AuditSink => typeof sink?.record === "function")) return sinks;
  throw new OptionError(
    "sink must have record(), as must each of a list: pass { sink: createFileSink({ path }) } of midcall/audit/file.",
  );
}

function keyBytes(key: unknown): Uint8Array {
  const bytes = typeof key === "string" ? new TextEncoder().encode(key) : key;
  if (bytes instanceof Uint8Array && bytes.byteLength >= 32) return bytes;
  throw new OptionError(
    "key must be a string or a Uint8Array of at least 32 bytes. Is the environment variable it comes from set?",
  );
}

function report(error: AuditError): void {
  console.error(`midcall: ${error.message}`, error.cause ?? "");
}
