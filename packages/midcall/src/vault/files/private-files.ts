import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { VaultFileError } from "./file-errors.js";

const OTHERS = 0o077;
/** Windows has no such modes; it protects a user's profile itself. */
const HAS_MODES = process.platform !== "win32";

/** The code of a file system error. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}

/**
 * Creates a folder for this user only, or checks that an existing one is private.
 *
 * @returns the folder that was checked, without symlinks, which another user may own and lead elsewhere afterwards
 */
export async function preparePrivateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const folder = await realpath(path);
  await assertPrivate(folder, "700");
  return folder;
}

/** @throws VaultFileError when others can access it; the message says how to fix this */
export async function assertPrivate(path: string, wanted: "600" | "700"): Promise<void> {
  if (!HAS_MODES) return;
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.()) {
    throw new VaultFileError(
      `${path} belongs to another user (id ${uid}), who could read or replace its contents. ` +
        `Change the owner (chown "$(id -u)" '${path}'), or pass another \`directory\` to createLocalVault.`,
    );
  }
  if ((mode & OTHERS) !== 0) {
    const found = (mode & 0o777).toString(8);
    throw new VaultFileError(
      `${path} is accessible to other users of this machine (mode ${found}). ` +
        `Run: chmod ${wanted} '${path}' — and replace the secrets if another user may have read them.`,
    );
  }
}

/** The content of a file, or `undefined` if it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file completely or not at all, even if the machine crashes meanwhile. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const temporary = await writeTemporaryFile(path, content);
  try {
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Creates a file completely, unless it exists; returns whether it did. Of many concurrent callers one succeeds. */
export async function createPrivateFile(path: string, content: string): Promise<boolean> {
  const temporary = await writeTemporaryFile(path, content);
  try {
    await link(temporary, path);
    await flushFolder(dirname(path));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The suffix of temporary files, by which those left by a crash are found. */
export const TEMPORARY = ".draft";

async function writeTemporaryFile(path: string, content: string): Promise<string> {
  const temporary = join(dirname(path), `${randomBytes(12).toString("hex")}${TEMPORARY}`);
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(content, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Renames a file. On Windows this fails while another process is reading the target, so it is retried. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const passes = ["EPERM", "EACCES", "EBUSY"].includes(String(codeOf(error)));
      if (HAS_MODES || !passes || attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 2));
    }
  }
}

/** Flushes a folder, so that a power failure cannot lose the name of a file that was acknowledged. */
async function flushFolder(path: string): Promise<void> {
  if (!HAS_MODES) return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
