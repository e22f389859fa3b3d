import { homedir, tmpdir } from "node:os";
import { foldersFor, writeRedirect } from "./redirect-file.js";

/** Whether a browser can be opened: not over SSH, and not without a screen. */
export function hasScreen(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env["SSH_CONNECTION"] || env["CI"]) return false;
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
}

/**
 * Opens the console's page in the user's browser. The browser is started with a file that only the user can read,
 * because other users of the computer can read command lines. Errors are ignored: the URL is printed as well.
 *
 * @param makeUrl - creates a URL that works once; `whenOver` is called when it no longer works
 */
export async function openPage(makeUrl: (whenOver: () => void) => string): Promise<void> {
  const { env, platform } = process;
  const over = new AbortController();
  const url = makeUrl(() => over.abort());
  const folders = foldersFor({ env, platform, home: homedir(), temp: tmpdir() });
  const file = writeRedirect(url, folders);
  if (!file) {
    console.log(
      "No browser was opened, because there is no directory for a file that only you can read.",
    );
    return;
  }
  // Not removed if the process is killed.
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
    // There is no browser, or it cannot be started.
  }
}
