import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConsoleError } from "./errors.js";

/** The directory for the console's files. Only its owner can read it. */
export interface StateDir {
  /** Without symlinks: where the files are, whatever another user's symlink leads to later. */
  readonly path: string;
  /** The parsed file, or `undefined` if it does not exist. */
  read(name: string): Promise<unknown>;
  /** Replaces a file atomically. Writes to the same file keep their order. */
  write(name: string, value: unknown): Promise<void>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** Resolves when all writes have succeeded or failed. */
  flush(): Promise<void>;
}

/** Larger than any file the console writes. */
const LARGEST = 64 * 1024 * 1024;

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

/** The files of the console. They determine which programs are started. */
const FILES = [
  "servers.json",
  "inbox.json",
  "drafts.json",
  "scenarios.json",
  "environment.json",
  "audit.jsonl",
  "desk.json",
];
/** A file that is being written. A run that was killed may have left it behind, with answers in it. */
const DRAFT = /^(servers|inbox|drafts|scenarios|environment|desk)\.json\.[0-9a-f]{12}$/;
const STALE_MS = 60_000;

/** Revokes the access of other users. @throws Error when they may have changed the files */
async function takeOwnership(path: string): Promise<void> {
  const own = process.getuid?.();
  // On Windows, the directories of a user are private by default.
  if (own === undefined) return;
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const { uid } = await folder.stat();
    if (uid !== own) throw new Error(`it belongs to another user (id ${uid})`);
    await folder.chmod(0o700);
  } finally {
    await folder.close();
  }
  for (const name of await readdir(path)) {
    const isDraft = DRAFT.test(name);
    if (!isDraft && !FILES.includes(name)) continue;
    const file = join(path, name);
    const found = await lstat(file).catch(() => undefined);
    if (isDraft && found && Date.now() - found.mtimeMs > STALE_MS) await rm(file, { force: true });
    if (isDraft || !found) continue;
    const { uid, mode, nlink } = found;
    if (uid !== own) throw new Error(`${name} belongs to another user (id ${uid})`);
    if (!found.isFile() || nlink > 1) throw new Error(`${name} is a link to another file`);
    if ((mode & 0o022) !== 0) {
      const why = `other users may have changed ${name} (mode ${(mode & 0o777).toString(8)})`;
      throw new Error(`${why}; check it, then run chmod 600 '${file}'`);
    }
  }
}

/**
 * Creates the directory if it does not exist, and revokes the access of other users.
 *
 * @throws ConsoleError when it cannot be created, or when other users may have changed its files
 */
export async function openStateDir(given: string): Promise<StateDir> {
  let path: string;
  try {
    await mkdir(given, { recursive: true, mode: 0o700 });
    path = await realpath(given);
    await takeOwnership(path);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConsoleError(
      `Cannot use ${given} to store servers and rules: ${why}. Choose another directory with --state DIR.`,
      { cause },
    );
  }
  const last = new Map<string, Promise<void>>();

  const replace = async (name: string, text: string): Promise<void> => {
    const target = join(path, name);
    const draft = `${target}.${randomBytes(6).toString("hex")}`;
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };

  return {
    path,
    async read(name) {
      try {
        const text = await readFile(join(path, name), "utf8");
        if (text.length > LARGEST) throw new RangeError("it is larger than 64 MiB");
        return JSON.parse(text) as unknown;
      } catch (cause) {
        if (isMissing(cause)) return undefined;
        const why = (cause as Error).message;
        throw new ConsoleError(
          `Cannot read ${join(path, name)}: ${why}. Repair it, move it away, or choose another directory with --state DIR.`,
          { cause },
        );
      }
    },
    write(name, value) {
      const text = JSON.stringify(value);
      const next = (last.get(name) ?? Promise.resolve())
        .catch(() => {})
        .then(() => replace(name, text));
      last.set(name, next);
      return next;
    },
    remove: (name) => rm(join(path, name), { force: true }),
    async flush() {
      await Promise.allSettled(last.values());
    },
  };
}
