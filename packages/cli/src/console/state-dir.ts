import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConsoleError } from "./errors.js";

/** A folder only this person can read, for what the console remembers. */
export interface StateDir {
  readonly path: string;
  /** The parsed file, or `undefined` where there is none. */
  read(name: string): Promise<unknown>;
  /** Replaces the file as a whole; writes of one file keep their order. */
  write(name: string, value: unknown): Promise<void>;
  /** Resolves when everything is written, or has failed. */
  flush(): Promise<void>;
}

/** More than the console ever writes. */
const LARGEST = 64 * 1024 * 1024;

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

/** Everything the console keeps there. What it reads says which programs are started. */
const FILES = ["servers.json", "inbox.json", "audit.jsonl"];
/** A file that is being written; of a run that was killed it may be left, with answers in it. */
const DRAFT = /^(servers|inbox)\.json\.[0-9a-f]{12}$/;
const STALE_MS = 60_000;

/** Takes everybody else's access away. @throws Error when others had a hand in what is there */
async function claim(path: string): Promise<void> {
  const own = process.getuid?.();
  // On Windows folders are private by where they are.
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
    if (uid !== own) throw new Error(`${name} in it belongs to another user (id ${uid})`);
    if (!found.isFile() || nlink > 1) throw new Error(`${name} in it leads to another file`);
    if ((mode & 0o022) !== 0) {
      const why = `other users may have changed ${name} in it (mode ${(mode & 0o777).toString(8)})`;
      throw new Error(`${why}; look at it, then run chmod 600 '${file}'`);
    }
  }
}

/**
 * Makes the folder if need be, and takes everybody else's access away.
 *
 * @throws ConsoleError when it cannot be made, or others had a hand in it
 */
export async function openStateDir(path: string): Promise<StateDir> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await claim(path);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConsoleError(
      `The folder ${path} cannot be used to remember servers and rules: ${why}. Name another with --state DIR.`,
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
          `${join(path, name)} cannot be read: ${why}. Repair it, move it away, or name another folder with --state DIR.`,
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
    async flush() {
      await Promise.allSettled(last.values());
    },
  };
}
