import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { assertOptions } from "../internal/assert-options.js";
import { OptionError } from "../contracts/errors.js";
import { readSecrets, type SecretKey } from "../internal/read-secrets.js";
import { type AuditLink, lineDigest, readLine, type SeenLines } from "./chain.js";
import { readLines } from "./log-file.js";

/** Options of {@link verifyAuditFiles}. */
export interface VerifyAuditOptions {
  /** The key of the chain, or all keys that it had; see `chain` of `createFileSink`. */
  readonly key?: SecretKey;
  /**
   * Entries that have to be there, by number and digest, as `ends` of an earlier verification gave them: only such an
   * anchor shows that entries at the end of a chain, or a whole chain, were removed.
   */
  readonly expect?: readonly { readonly seq: number; readonly digest: string }[];
}

/** A line that is not as its writer wrote it. */
export interface AuditProblem {
  /** `missing` entries, an entry that is `changed`, out of `order`, `unchained`, or not sealed with the key (`unkeyed`). */
  readonly kind: "missing" | "changed" | "order" | "unchained" | "unkeyed";
  /** The file; absent for an expected entry that is in none. */
  readonly file?: string;
  /** Its line, from 1. */
  readonly line?: number;
  readonly message: string;
}

/** What {@link verifyAuditFiles} has found. */
export interface AuditVerification {
  /** How many entries are as they were written. */
  readonly entries: number;
  /** The first problems, at most 20; empty if there are none. */
  readonly problems: readonly AuditProblem[];
  /** The last entry of each writer, to be expected the next time. */
  readonly ends: readonly {
    readonly writer: string;
    readonly seq: number;
    readonly digest: string;
  }[];
  /** How many entries the writers themselves say were lost before they could be written. */
  readonly lost: number;
}

const MOST_PROBLEMS = 20;

/**
 * Verifies the hash chains of an audit log: that no entry was removed, changed, moved or inserted, whatever writer it is of, and
 * that no writer is gone. It cannot see that the end of a file is missing, or the whole file, unless an entry of it is expected:
 * the end is what no later entry has seen, that is the last write, and those of other processes at the same moment.
 *
 * @param paths - one file, or the parts of a log in their order
 * @param options - the key, and entries that have to be there
 * @throws {@link OptionError} if the log is keyed and no key is given; the error of the file system if a file cannot be read
 *
 * @example
 * ```ts
 * const { problems, ends } = await verifyAuditFiles("elicitations.jsonl", { key: process.env.AUDIT_KEY });
 * if (problems.length > 0) alert(problems[0].message);
 * ```
 */
export async function verifyAuditFiles(
  paths: string | readonly string[],
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  assertOptions<VerifyAuditOptions>("verifyAuditFiles", options, { key: "any", expect: "list" });
  const log = new LogReader(
    options.key === undefined ? undefined : readSecrets(options.key, "key"),
  );
  for (const file of [paths].flat()) {
    let line = 0;
    log.begin();
    for await (const text of readLines(file)) {
      line++;
      log.read(text, { file, line });
    }
  }
  return log.result(options.expect ?? []);
}

type Place = Required<Pick<AuditProblem, "file" | "line">>;

/** Reads a log line by line. */
class LogReader {
  readonly #keys: readonly Uint8Array[] | undefined;
  readonly #problems: AuditProblem[] = [];
  readonly #ends = new Map<string, { readonly seq: number; readonly digest: string }>();
  readonly #digests = new Map<string, number>();
  readonly #prefixes = new Prefixes();
  /** Whether an entry has been found that has seen other lines than are there. All that follow it have, too. */
  #isBroken = false;
  #entries = 0;
  #lost = 0;

  constructor(keys: readonly Uint8Array[] | undefined) {
    this.#keys = keys;
  }

  begin(): void {
    this.#prefixes.begin();
  }

  read(text: string, place: Place): void {
    if (text !== "") this.#readEntry(text, place);
    this.#prefixes.add(text);
  }

  #readEntry(text: string, place: Place): void {
    const { sealed, digest } = readLine(text) ?? {};
    if (sealed === undefined || digest === undefined) return this.#unreadable(text, place);
    const isKeyed = digest.startsWith("hmac-");
    if (isKeyed && this.#keys === undefined) {
      throw new OptionError(
        `The entries of ${place.file} are sealed with a key, and no key was given. Pass the key of the file sink's chain.`,
      );
    }
    if (!isKeyed && this.#keys !== undefined) {
      this.#problem(
        "unkeyed",
        place,
        "The entry is not sealed with the key, so anyone can have written it.",
      );
      return;
    }
    const keys = this.#keys ?? [undefined];
    const link = linkOf(sealed);
    const isIntact = keys.some((key) => lineDigest(sealed, key, "latin1") === digest);
    if (!isIntact || link === undefined) {
      this.#problem(
        "changed",
        place,
        "The entry does not match its digest: it was changed, or its key is another.",
      );
      // What follows it is measured by what it claims to be.
      if (link !== undefined) this.#ends.set(link.writer, { seq: link.seq, digest });
      return;
    }
    this.#follow(link, digest, place);
  }

  result(expected: NonNullable<VerifyAuditOptions["expect"]>): AuditVerification {
    for (const { seq, digest } of expected) {
      if (this.#digests.get(digest) === seq) continue;
      this.#problems.push({
        kind: "missing",
        message: `Entry ${seq} with the digest ${digest} is expected and is not in the log, or not intact: it was removed or changed.`,
      });
    }
    const ends = Array.from(this.#ends, ([writer, end]) => ({ writer, ...end }));
    const problems = this.#problems.slice(0, MOST_PROBLEMS);
    return { entries: this.#entries, problems, ends, lost: this.#lost };
  }

  #unreadable(text: string, place: Place): void {
    const isEntry = isJsonObject(text);
    this.#problem(
      isEntry ? "unchained" : "changed",
      place,
      isEntry
        ? "The entry has no chain: it was inserted, or written by a file sink without `chain`."
        : "The line is not a complete entry: it was changed, or cut off when its process was killed.",
    );
  }

  #follow(link: AuditLink, digest: string, place: Place): void {
    const { writer, seq, prev, seen, lost = 0 } = link;
    const before = this.#ends.get(writer);
    const expected = (before?.seq ?? 0) + 1;
    if (seq > expected) {
      const first =
        expected === seq - 1 ? `Entry ${expected}` : `Entries ${expected} to ${seq - 1}`;
      const hint = before === undefined ? " If they are in an earlier file, pass that first." : "";
      this.#problem(
        "missing",
        place,
        `${first} of the writer ${writer} should come before it.${hint}`,
      );
    } else if (seq < expected) {
      this.#problem(
        "order",
        place,
        `It is entry ${seq} of the writer ${writer} and comes after entry ${expected - 1}: it was copied or moved.`,
      );
      return;
    } else if (prev !== before?.digest) {
      this.#problem(
        "changed",
        place,
        `It follows another entry ${seq - 1} of the writer ${writer} than the one that is there.`,
      );
    } else {
      this.#entries++;
      this.#lost += lost;
      this.#digests.set(digest, seq);
      if (seen !== undefined && !this.#prefixes.has(seen)) this.#sawOthers(writer, place);
    }
    this.#ends.set(writer, { seq, digest });
  }

  #sawOthers(writer: string, place: Place): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#problem(
      "missing",
      place,
      `The writer ${writer} has seen other lines before it than those that are there: entries were removed, changed, moved or added. If they are in an earlier file, pass that first.`,
    );
  }

  #problem(kind: AuditProblem["kind"], place: Place, message: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ kind, ...place, message });
  }
}

function linkOf(sealed: string): AuditLink | undefined {
  try {
    const { chain } = JSON.parse(Buffer.from(sealed, "latin1").toString("utf8")) as {
      chain?: Partial<AuditLink>;
    };
    const isLink =
      typeof chain?.writer === "string" && Number.isSafeInteger(chain.seq) && chain.seq! > 0;
    return isLink ? (chain as AuditLink) : undefined;
  } catch {
    return undefined;
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "latin1").toString("utf8"));
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** The beginnings of a log up to the end of each line, counted from where each of its files begins. */
class Prefixes {
  #starts: { readonly hash: Hash; bytes: number; readonly digests: Map<number, string> }[] = [];

  begin(): void {
    this.#starts.push({ hash: createHash("sha256"), bytes: 0, digests: new Map() });
  }

  add(line: string): void {
    for (const start of this.#starts) {
      start.hash.update(`${line}\n`, "latin1");
      start.bytes += line.length + 1;
      start.digests.set(start.bytes, start.hash.copy().digest("hex"));
    }
  }

  has({ bytes, digest }: SeenLines): boolean {
    const found = this.#starts.find(({ digests }) => digests.get(bytes) === digest);
    // A log is rotated or was cut into parts, and which of both it is does not change from one entry to the next.
    if (found) this.#starts = [found];
    return found !== undefined;
  }
}
