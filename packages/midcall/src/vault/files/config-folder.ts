import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The environment that determines the location. */
export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The user's configuration folder: `$XDG_CONFIG_HOME` or `~/.config`; on macOS `~/Library/Application Support`; on Windows
 * `%APPDATA%`. A variable that is not an absolute path is ignored.
 */
export function configFolder(
  { platform, env, home }: Environment = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
  },
): string {
  const pathFrom = (variable: string): string | undefined => {
    const path = env[variable];
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  if (platform === "win32") return pathFrom("APPDATA") ?? join(home, "AppData", "Roaming");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return pathFrom("XDG_CONFIG_HOME") ?? join(home, ".config");
}
