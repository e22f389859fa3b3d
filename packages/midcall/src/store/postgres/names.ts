import { createHash } from "node:crypto";
import { OptionError } from "../../contracts/errors.js";

/** Short enough that the longest name made of it stays below the 63 bytes of an identifier. */
const PREFIX = /^[a-z][a-z0-9_]{0,39}$/;

/** What the store's objects in the database are called. None needs quotes. */
export interface Names {
  readonly prefix: string;
  /** The table of the values. */
  readonly values: string;
  /** The table of the messages. */
  readonly messages: string;
  /** The sequence that numbers the messages. */
  readonly messageIds: string;
  /** The channel of NOTIFY. */
  readonly channel: string;
  /** The advisory lock for publishing. */
  readonly publishing: string;
  /** The advisory lock for creating the tables. */
  readonly migrating: string;
}

/** @throws OptionError when the prefix is unusable */
export function namesFrom(prefix: unknown = "midcall"): Names {
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw new OptionError(
      "prefix must be 1 to 40 lowercase letters, digits and underscores, and start with a letter, because the names of tables start with it.",
    );
  }
  return {
    prefix,
    values: `${prefix}_values`,
    messages: `${prefix}_messages`,
    messageIds: `${prefix}_message_ids`,
    channel: `${prefix}_messages`,
    publishing: lockNumber(`${prefix} publish`),
    migrating: lockNumber(`${prefix} migrate`),
  };
}

/** A number for an advisory lock: 64 bits, as PostgreSQL has them. */
function lockNumber(purpose: string): string {
  return String(createHash("sha256").update(`midcall ${purpose}`).digest().readBigInt64BE());
}
