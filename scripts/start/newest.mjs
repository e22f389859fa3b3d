import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** When a file was last modified, or the newest file in a folder; 0 if there is none. @param {string} path */
export async function newest(path) {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const times = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs);
  return Math.max(0, ...(await Promise.all(times)));
}
