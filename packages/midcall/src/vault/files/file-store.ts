import { createHash, randomBytes } from "node:crypto";
import { link, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  codeOf,
  createPrivateFile,
  TEMPORARY,
  readIfExists,
  writePrivateFile,
} from "./private-files.js";
import type { Store } from "../../store/index.js";

const RECORD = ".record";
const ASIDE = ".aside";
const GONE = ".gone";
const FOREVER = "-";
/** A file this old, in milliseconds, belongs to nobody who is still at it. */
const LEFT_BEHIND_MS = 3600_000;

interface FileRecord {
  readonly value: string;
  readonly expiresAt: number;
}

/** A store without messages, which a vault has no use for. */
export type FileStore = Omit<Store, "publish" | "subscribe">;

/** One file a record: its name is a digest of the key, its first line the end of its time. */
function read(content: string | undefined): FileRecord | undefined {
  if (content === undefined) return undefined;
  const end = content.indexOf("\n");
  const time = content.slice(0, end);
  return {
    value: content.slice(end + 1),
    expiresAt: time === FOREVER ? Infinity : Number(time),
  };
}

/**
 * A store in a folder that exists and is private. Every write is one rename or one
 * link, so that any number of processes can share the folder without locks, and none leaves half a record behind.
 */
export function createFileStore(folder: string, now: () => number = Date.now): FileStore {
  const fileOf = (key: string): string =>
    join(folder, createHash("sha256").update(key).digest("hex") + RECORD);
  const content = (value: string, ttlMs: number | undefined): string =>
    `${ttlMs === undefined ? FOREVER : String(now() + ttlMs)}\n${value}`;
  const live = async (path: string): Promise<string | undefined> => {
    const record = read(await readIfExists(path));
    return record === undefined || record.expiresAt <= now() ? undefined : record.value;
  };

  const take = async (key: string): Promise<string | undefined> => {
    const gone = await setAside(fileOf(key), GONE);
    if (gone === undefined) return undefined;
    const record = read(await readIfExists(gone));
    await rm(gone, { force: true });
    return record === undefined || record.expiresAt <= now() ? undefined : record.value;
  };

  return {
    get: (key) => live(fileOf(key)),
    put: (key, value, { ttlMs } = {}) => writePrivateFile(fileOf(key), content(value, ttlMs)),
    async putIfAbsent(key, value, { ttlMs } = {}) {
      const path = fileOf(key);
      await removeIfExpired(path, now);
      return createPrivateFile(path, content(value, ttlMs));
    },
    take,
    delete: async (key) => (await take(key)) !== undefined,
  };
}

/** Removes what is over and what crashes left behind. Records written meanwhile stay. */
export async function cleanUp(folder: string, now: () => number = Date.now): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(RECORD)) await removeIfExpired(path, now);
    else if (name.endsWith(ASIDE)) await restoreIfLive(path, now);
    else if (name.endsWith(GONE) || name.endsWith(TEMPORARY)) {
      const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Infinity }));
      if (now() - ctimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}

/** Sets a record aside before it is removed, because another process may have replaced it since it was read. */
async function removeIfExpired(path: string, now: () => number): Promise<void> {
  const record = read(await readIfExists(path));
  if (record === undefined || record.expiresAt > now()) return;
  const aside = await setAside(path, ASIDE);
  if (aside !== undefined) await restoreIfLive(aside, now);
}

/** Renames a record away, of which of many exactly one succeeds; tells where it is now. */
async function setAside(path: string, ending: string): Promise<string | undefined> {
  const aside = `${path}.${randomBytes(8).toString("hex")}${ending}`;
  try {
    await rename(path, aside);
    return aside;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** What was set aside goes back if it is still good, unless there is something newer. */
async function restoreIfLive(aside: string, now: () => number): Promise<void> {
  const record = read(await readIfExists(aside));
  if (record !== undefined && record.expiresAt > now()) {
    const path = aside.slice(0, aside.lastIndexOf(RECORD) + RECORD.length);
    await link(aside, path).catch((error: unknown) => {
      if (!["EEXIST", "ENOENT"].includes(String(codeOf(error)))) throw error;
    });
  }
  await rm(aside, { force: true });
}
