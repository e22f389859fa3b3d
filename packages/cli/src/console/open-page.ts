/** Whether a browser can be opened for the person: not over SSH, and not without a screen. */
export function hasScreen(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env["SSH_CONNECTION"] || env["CI"]) return false;
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
}

/** Opens the person's browser; what goes wrong is theirs to see: the address is printed as well. */
export async function openPage(url: string): Promise<void> {
  try {
    const { default: open } = await import("open");
    const child = await open(url);
    child.on("error", () => {});
  } catch {
    // There is no browser, or no way to start it.
  }
}
