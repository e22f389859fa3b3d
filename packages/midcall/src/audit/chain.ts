import { createHash, createHmac } from "node:crypto";

/** Where a line of an audit file stands in the chain of its writer. */
export interface AuditLink {
  /** Names the writer: one file sink, from its opening of the file to its end. */
  readonly writer: string;
  /** Counts the writer's entries, from 1. */
  readonly seq: number;
  /** The digest of the writer's entry before this one. */
  readonly prev?: string;
  /** In a writer's first entry: the digest of the last entry that was in the file then. */
  readonly after?: string;
  /** How many entries were lost since the last one that was written. */
  readonly lost?: number;
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
   */
  link(line: string, lost: number): string;
}

/** @param after The digest of the last entry in the file */
export function createChainWriter(
  writer: string,
  key: Uint8Array | undefined,
  after: string | undefined,
): ChainWriter {
  let seq = 0;
  let prev: string | undefined;
  return {
    link(line, lost) {
      const link: AuditLink = {
        writer,
        seq: ++seq,
        ...(prev === undefined ? after !== undefined && { after } : { prev }),
        ...(lost > 0 && { lost }),
      };
      const before = `${line.replace(/\}\n$/, "")},"chain":${JSON.stringify(link)}`;
      prev = lineDigest(`${before}}`, key, "utf8");
      return `${before},"digest":"${prev}"}\n`;
    },
  };
}
