/** Installs workspaces of the night, if they are not yet installed as the lockfile says. */
export function installNight(...names: readonly string[]): Promise<void>;

/** Whether a workspace is installed as the lockfile says, for this Node. */
export function isNightInstalled(name: string): Promise<boolean>;

/** The path of a file in a package that a workspace uses: of its own version, or of the one that workspaces share. */
export function nightFile(name: string, path: string): string;
