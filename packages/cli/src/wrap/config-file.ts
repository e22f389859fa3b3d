import { randomBytes } from "node:crypto";
import {
  access,
  constants,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A configuration file as it was read. */
export interface ConfigFile {
  /** The path that the user knows. */
  readonly path: string;
  /** Where it really is, behind symlinks. */
  readonly target: string;
  readonly text: string;
}

const LARGEST = 16 * 1024 * 1024;

/**
 * Reads a configuration file.
 *
 * @returns `undefined` if there is none
 * @throws Error when it cannot be read, is too large or is not UTF-8
 */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  try {
    const target = await realpath(path);
    const found = await stat(target);
    if (!found.isFile()) throw new Error("it is not an ordinary file");
    if (found.size > LARGEST) throw new Error("it is larger than 16 MiB");
    const bytes = await readFile(target);
    const text = bytes.toString("utf8");
    // Other bytes would not come back as they were.
    if (!Buffer.from(text).equals(bytes)) throw new Error("it is not UTF-8");
    return { path, target, text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

const draftPrefix = (target: string): string => `.${basename(target)}.midcall-`;

/** Removes what a run that was killed has left. The caller holds the lock of the file. */
async function removeDrafts(target: string): Promise<void> {
  const names = await readdir(dirname(target));
  for (const name of names.filter((one) => one.startsWith(draftPrefix(target)))) {
    await rm(join(dirname(target), name), { force: true });
  }
}

/**
 * Replaces a file in one step: at any moment it is the old or the new one, whole. Its mode stays, and a symlink still
 * leads to it. The caller holds the lock of the file.
 *
 * @throws Error when it is read-only, or has been changed since it was read
 */
export async function replaceConfigFile(file: ConfigFile, text: string): Promise<void> {
  const { mode } = await stat(file.target);
  const isWritable = await access(file.target, constants.W_OK).then(
    () => (mode & 0o222) !== 0,
    () => false,
  );
  if (!isWritable) throw new Error("it is read-only; make it writable and run this again");
  await removeDrafts(file.target);
  const draft = join(
    dirname(file.target),
    `${draftPrefix(file.target)}${randomBytes(6).toString("hex")}`,
  );
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const now = await readConfigFile(file.path);
    if (now?.text !== file.text || now.target !== file.target) {
      throw new Error("it was changed by another program in the meantime; run this again");
    }
    await rename(draft, file.target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
