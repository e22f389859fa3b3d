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
/** Age, in milliseconds, from which a temporary file is considered abandoned. */
const ABANDONED_MS = 3600_000;

interface FileRecord {
  readonly value: string;
  readonly expiresAt: number;
}

/** A store without messages, which a vault does not need. */
export type FileStore = Omit<Store, "publish" | "subscribe">;

/** Parses a record's file. The file's name is a digest of the key; its first line is the time of expiry. */
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
 * A store in an existing private folder. Every write is a single rename or link, so that any number of processes can share
 * the folder without locks, and none can leave an incomplete record.
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

/** Removes expired records and the remains of crashes. Records written in the meantime stay. */
export async function cleanUp(folder: string, now: () => number = Date.now): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(RECORD)) await removeIfExpired(path, now);
    else if (name.endsWith(ASIDE)) await restoreIfLive(path, now);
    else if (name.endsWith(GONE) || name.endsWith(TEMPORARY)) {
      const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Infinity }));
      if (now() - ctimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }
}

/** Removes a record if it has expired. It is renamed first, because another process may have replaced it since it was read. */
async function removeIfExpired(path: string, now: () => number): Promise<void> {
  const record = read(await readIfExists(path));
  if (record === undefined || record.expiresAt > now()) return;
  const aside = await setAside(path, ASIDE);
  if (aside !== undefined) await restoreIfLive(aside, now);
}

/** Renames a record; of many callers exactly one succeeds. Returns its new path. */
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

/** Restores a renamed record that has not expired, unless there is a newer one. Otherwise removes it. */
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
