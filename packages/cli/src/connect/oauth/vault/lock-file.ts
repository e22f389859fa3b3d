import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { sleep } from "../../../timing.js";

/** Longer than the work under a lock can take. */
const STALE_MS = 90_000;
const WAIT_MS = 60_000;
const POLL_MS = 40;

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/**
 * Runs work that no other process may do at the same time. The lock of a process that has died is taken over.
 *
 * @param path - the file of the lock, in an existing directory
 * @throws Error when another process holds the lock for too long
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const own = `${hostname()} ${process.pid} ${randomBytes(8).toString("hex")}`;
  const until = Date.now() + WAIT_MS;
  while (!(await create(path, own))) {
    await removeIfStale(path);
    if (Date.now() > until) throw new Error(`Another process does not release ${path}.`);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if ((await contentOf(path)) === own) await rm(path, { force: true });
  }
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    // Windows reports a file that is being removed as EPERM.
    if (codeOf(error) === "EEXIST" || codeOf(error) === "EPERM") return false;
    throw error;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

async function removeIfStale(path: string): Promise<void> {
  const content = await contentOf(path);
  const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
  if (content === undefined || !(age > STALE_MS || isOfDeadProcess(content))) return;
  // Of several processes that see the same stale lock, one moves it away; another may then have taken a new one.
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await contentOf(aside)) !== content) await rename(aside, path).catch(() => {});
  else await rm(aside, { force: true });
}

function isOfDeadProcess(content: string): boolean {
  const [host, pid] = content.split(" ");
  if (host !== hostname() || pid === undefined || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
