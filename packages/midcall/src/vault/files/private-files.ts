import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { VaultFileError } from "./file-errors.js";

const OTHERS = 0o077;
/** Windows keeps others out of a profile by itself, and has no such modes. */
const HAS_MODES = process.platform !== "win32";

/** The code of an error of the file system. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}

/** Makes a folder for this user alone, or makes sure that it is one. */
export async function preparePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await assertPrivate(path, "700");
}

/** @throws VaultFileError when others can get at it, with what to do about it. */
export async function assertPrivate(path: string, wanted: "600" | "700"): Promise<void> {
  if (!HAS_MODES) return;
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.()) {
    throw new VaultFileError(
      `${path} belongs to another user (id ${uid}), who could read or replace what is in it. ` +
        `Make it yours (chown "$(id -u)" '${path}'), or give localVault another directory.`,
    );
  }
  if ((mode & OTHERS) !== 0) {
    const found = (mode & 0o777).toString(8);
    throw new VaultFileError(
      `${path} can be used by other users of this machine (mode ${found}). ` +
        `Run: chmod ${wanted} '${path}' — and replace the secrets if somebody may have read them.`,
    );
  }
}

/** The content, or `undefined` when there is no such file. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file as a whole, or not at all, also if the machine stops in the middle. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const draft = await writeTemporaryFile(path, content);
  try {
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** The same, but only where there is no file yet; tells whether it did. Of many at once one does. */
export async function createPrivateFile(path: string, content: string): Promise<boolean> {
  const draft = await writeTemporaryFile(path, content);
  try {
    await link(draft, path);
    await flushFolder(dirname(path));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Drafts that a crash has left behind are known by this ending. */
export const TEMPORARY = ".draft";

async function writeTemporaryFile(path: string, content: string): Promise<string> {
  const draft = join(dirname(path), `${randomBytes(12).toString("hex")}${TEMPORARY}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(content, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** Windows refuses for a moment while somebody reads the file. */
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

/** So that a power cut does not take the name of a file that was acknowledged. */
async function flushFolder(path: string): Promise<void> {
  if (!HAS_MODES) return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
