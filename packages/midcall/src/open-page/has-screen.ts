/** Whether a browser can be opened for the user of this machine: not over SSH, in CI, or without a screen. */
export function hasScreen(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (env["SSH_CONNECTION"] || env["CI"]) return false;
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
}
