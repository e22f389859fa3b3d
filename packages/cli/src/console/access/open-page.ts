import { homedir, tmpdir } from "node:os";
import { foldersFor, writeRedirect } from "./redirect-file.js";

/** Whether a browser can be opened for the person: not over SSH, and not without a screen. */
export function hasScreen(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env["SSH_CONNECTION"] || env["CI"]) return false;
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
}

/**
 * Opens the console's page in the person's browser, by a file that only they can read: other users of the computer
 * read command lines. What goes wrong is theirs to see; the address is printed as well.
 *
 * @param makeUrl - gives an address that works once, and calls back when it does not work any more
 */
export async function openPage(makeUrl: (whenOver: () => void) => string): Promise<void> {
  const { env, platform } = process;
  const over = new AbortController();
  const url = makeUrl(() => over.abort());
  const folders = foldersFor({ env, platform, home: homedir(), temp: tmpdir() });
  const file = writeRedirect(url, folders);
  if (!file) {
    console.log("No browser was opened: there is no folder for a file that only you can read.");
    return;
  }
  // However the process ends, short of being killed.
  process.once("exit", file.remove);
  over.signal.addEventListener("abort", () => {
    process.off("exit", file.remove);
    file.remove();
  });
  try {
    const { default: open } = await import("open");
    const child = await open(file.path);
    child.on("error", () => {});
  } catch {
    // There is no browser, or no way to start it.
  }
}
