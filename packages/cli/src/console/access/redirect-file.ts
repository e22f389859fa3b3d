import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** A page on disk that leads to an address. Only the person it is for can read it. */
export interface RedirectFile {
  readonly path: string;
  /** Takes it away at once, so that it works at the very end of a process. Never throws. */
  remove(): void;
}

/** What decides where such a file can be. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Folder for temporary files; on macOS and Windows everybody has their own. */
  readonly temp: string;
}

const FOLDER = "midcall-open-";
const FILE = "console.html";
/** Whatever is older leads nowhere any more. */
const STALE_MS = 5 * 60_000;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * Folders to try, in order. Browsers of the snap store see neither hidden folders nor the computer's /tmp and /run,
 * but the home; those of Flatpak are handed the file. Of WSL, Windows surely sees the home.
 */
export function foldersFor({ env, platform, home, temp }: Place): string[] {
  if (platform === "win32" || platform === "darwin") return [temp];
  const needsHome = env["WSL_DISTRO_NAME"] !== undefined || existsSync(join(home, "snap"));
  const folders = [needsHome ? home : "", env["XDG_RUNTIME_DIR"] ?? "", temp];
  return folders.filter((folder) => isAbsolute(folder));
}

/**
 * Writes the page into a new folder of mode 0700, in the first of these where nobody else can put something in its
 * place. Also takes away what a run that was killed has left there.
 *
 * @returns nothing where none of them will do, as on a full disk
 */
export function writeRedirect(url: string, folders: readonly string[]): RedirectFile | undefined {
  for (const parent of folders) {
    try {
      if (!isSafe(parent)) continue;
      sweep(parent);
      return writeInto(parent, url);
    } catch {
      // The next one may do.
    }
  }
  return undefined;
}

function writeInto(parent: string, url: string): RedirectFile {
  const folder = mkdtempSync(join(realpathSync(parent), FOLDER));
  const path = join(folder, FILE);
  const remove = (): void => {
    try {
      rmSync(path, { force: true });
      rmdirSync(folder);
    } catch {
      // It has been taken away already.
    }
  };
  try {
    // Whatever the umask says.
    chmodSync(folder, 0o700);
    const file = openSync(path, "wx", 0o600);
    try {
      fchmodSync(file, 0o600);
      writeFileSync(file, pageTo(url));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { path, remove };
}

/** Whether every folder on the way is ours or the system's, and others can move nothing of ours in it. */
function isSafe(folder: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, mode } = statSync(at);
    if (uid !== own && uid !== 0) return false;
    if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(FOLDER)) continue;
    const folder = join(parent, name);
    try {
      const { mtimeMs, uid } = lstatSync(folder);
      const own = process.getuid?.() ?? uid;
      if (uid !== own || Date.now() - mtimeMs < STALE_MS) continue;
      rmSync(join(folder, FILE), { force: true });
      rmdirSync(folder);
    } catch {
      // Somebody was faster, or it is nothing of ours.
    }
  }
}

function pageTo(url: string): string {
  const address = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="referrer" content="no-referrer" />
  <meta http-equiv="refresh" content="0;url=${address}" />
  <title>midcall console</title>
  <p><a href="${address}" rel="noreferrer">Go on to the console.</a></p>
</html>
`;
}
