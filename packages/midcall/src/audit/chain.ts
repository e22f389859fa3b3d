import { createHash, createHmac } from "node:crypto";

/** Where a line of an audit file stands in the chain of its writer. */
export interface AuditLink {
  /** Names the writer: one file sink, from its opening of the file to its end. */
  readonly writer: string;
  /** Counts the writer's entries, from 1. */
  readonly seq: number;
  /** The digest of the writer's entry before this one. */
  readonly prev?: string;
  /** What of others was in the file when this entry was written, and had not been before the entry `prev`. */
  readonly seen?: SeenLines;
  /** How many entries were lost since the last one that was written. */
  readonly lost?: number;
}

/** The beginning of a file, up to the end of a line. */
export interface SeenLines {
  readonly bytes: number;
  /** SHA-256 of these bytes, in hex. The digest of the entry that names it seals it. */
  readonly digest: string;
}

/** A line of an audit file in its parts. */
export interface LinkedLine {
  /** What the digest is of. */
  readonly sealed: string;
  readonly digest: string;
}

const END = /^(.*),"digest":"((?:hmac-)?sha256:[\da-f]{64})"\}$/s;

/** Reads the parts of a line without its line feed; `undefined` if it has no digest at its end. */
export function readLine(line: string): LinkedLine | undefined {
  const [, before, digest] = END.exec(line) ?? [];
  return before === undefined || digest === undefined
    ? undefined
    : { sealed: `${before}}`, digest };
}

/**
 * The digest of a line: HMAC-SHA256 with a key, else SHA-256.
 *
 * @param encoding `latin1` for a line that was read byte by byte, `utf8` for one that is written
 */
export function lineDigest(
  sealed: string,
  key: Uint8Array | undefined,
  encoding: "latin1" | "utf8",
): string {
  const hash = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  const name = key === undefined ? "sha256" : "hmac-sha256";
  return `${name}:${hash.update("midcall audit line v1\n").update(sealed, encoding).digest("hex")}`;
}

/** Adds the links of one writer to lines. */
export interface ChainWriter {
  /**
   * The line with its link and its digest.
   *
   * @param line JSON of an object, with a line feed
   * @param lost How many entries were lost before it
   * @param seen What others have written to the file since the last entry, if anything
   */
  link(line: string, lost: number, seen?: SeenLines): string;
}

export function createChainWriter(writer: string, key: Uint8Array | undefined): ChainWriter {
  let seq = 0;
  let prev: string | undefined;
  return {
    link(line, lost, seen) {
      const link: AuditLink = {
        writer,
        seq: ++seq,
        ...(prev !== undefined && { prev }),
        ...(seen && { seen }),
        ...(lost > 0 && { lost }),
      };
      const start = `${line.replace(/\}\n$/, "")},"chain":${JSON.stringify(link)}`;
      prev = lineDigest(`${start}}`, key, "utf8");
      return `${start},"digest":"${prev}"}\n`;
    },
  };
}
