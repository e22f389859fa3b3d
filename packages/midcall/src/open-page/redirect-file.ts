import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdtempSync,
  opendirSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** A page on disk that redirects to a URL. Only the user can read it. */
export interface RedirectFile {
  readonly path: string;
  /**
   * Removes it synchronously, so that it also works while the process exits. Never throws. Its folder stays, empty, where others could make
   * one of that name, and the browser may be about to read it.
   */
  remove(): void;
}

/** What determines where the file can be. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The directory for temporary files; on macOS and Windows each user has their own. */
  readonly temp: string;
}

const FOLDER = "midcall-open-";
const FILE = "page.html";
/** What older files lead to has expired. */
const STALE_MS = 5 * 60_000;
/** No browser reads what it was started with so long ago. */
const FORGOTTEN_MS = 24 * 60 * 60_000;
/** How many names are read in a directory before each page, and how many of them are looked at: in one for all users, others make more. */
const MOST_NAMES = 10_000;
const MOST_LOOKS = 500;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
/** Where others can make a folder of the same name when it is gone. */
const isShared = (parent: string): boolean =>
  process.getuid !== undefined && (lstatSync(parent).mode & WRITABLE_BY_OTHERS) !== 0;

/**
 * The directories to try, in order. Browsers from the snap store can read the home directory, but not hidden
 * directories, /tmp or /run. Flatpak passes the file to its browsers. With WSL, Windows can read the home directory.
 */
export function foldersFor({ env, platform, home, temp }: Place): string[] {
  if (platform === "win32" || platform === "darwin") return [temp];
  const needsHome = env["WSL_DISTRO_NAME"] !== undefined || existsSync(join(home, "snap"));
  const folders = [needsHome ? home : "", env["XDG_RUNTIME_DIR"] ?? "", temp];
  return folders.filter((folder) => isAbsolute(folder));
}

/**
 * Writes a page that leads to the URL to a new directory of mode 0700, in the first of these directories where no other user can replace
 * it. Also removes what earlier runs have left there.
 *
 * @param title - what the page is called while the browser still shows it
 * @returns `undefined` if none of them can be used, for example because the disk is full
 */
export function writeRedirect(
  url: string,
  title: string,
  folders: readonly string[],
): RedirectFile | undefined {
  for (const folder of folders) {
    try {
      // Used as it was checked: another user may own a symlink on the way.
      const parent = realpathSync(folder);
      if (!isSafe(parent)) continue;
      sweep(parent);
      return writeInto(parent, pageTo(url, title));
    } catch {
      // Try the next one.
    }
  }
  return undefined;
}

function writeInto(parent: string, page: string): RedirectFile {
  const folder = mkdtempSync(join(parent, FOLDER));
  const path = join(folder, FILE);
  const remove = (withFolder: boolean): void => {
    try {
      rmSync(path, { force: true });
      if (withFolder) rmdirSync(folder);
    } catch {
      // It has already been removed.
    }
  };
  try {
    const withFolder = !isShared(parent);
    // Regardless of the umask.
    chmodSync(folder, 0o700);
    const file = openSync(path, "wx", 0o600);
    try {
      fchmodSync(file, 0o600);
      writeFileSync(file, page);
    } finally {
      closeSync(file);
    }
    return { path, remove: () => remove(withFolder) };
  } catch (error) {
    // No browser has been started with it.
    remove(true);
    throw error;
  }
}

/**
 * Whether every directory on the path belongs to the user or to root, and other users cannot replace its entries.
 *
 * @param folder - without symlinks
 */
function isSafe(folder: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  for (let at = folder; ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at);
    if (uid !== own && uid !== 0) return false;
    if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

function sweep(parent: string): void {
  const shared = isShared(parent);
  for (const name of foldersIn(parent)) {
    const folder = join(parent, name);
    try {
      const { mtimeMs, uid } = lstatSync(folder);
      const own = process.getuid?.() ?? uid;
      const age = Date.now() - mtimeMs;
      if (uid !== own || age < STALE_MS) continue;
      rmSync(join(folder, FILE), { force: true });
      if (age >= FORGOTTEN_MS || !shared) rmdirSync(folder);
    } catch {
      // Another process has removed it, or it contains other files.
    }
  }
}

/** Names of folders that earlier runs may have left; not all of them where there are very many. */
function foldersIn(parent: string): readonly string[] {
  const directory = opendirSync(parent, { bufferSize: 1_024 });
  try {
    const names: string[] = [];
    for (let read = 0; read < MOST_NAMES && names.length < MOST_LOOKS; read++) {
      const name = directory.readSync()?.name;
      if (name === undefined) break;
      if (name.startsWith(FOLDER)) names.push(name);
    }
    return names;
  } finally {
    directory.closeSync();
  }
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** A page without words, because nobody says in which language: its link is the site that it leads to. */
function pageTo(url: string, title: string): string {
  const address = escape(url);
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="referrer" content="no-referrer" />
  <meta http-equiv="refresh" content="0;url=${address}" />
  <title>${escape(title)}</title>
  <p><a href="${address}" rel="noreferrer">${escape(new URL(url).host)}</a></p>
</html>
`;
}
