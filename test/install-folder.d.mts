/** Whether a folder is installed as its lockfile says, for this Node. */
export function isInstalled(folder: string): Promise<boolean>;
/** Installs a folder that has a lockfile of its own, once, apart from the workspace. */
export function installFolder(
  folder: string,
  what: { readonly name: string; readonly contents: string; readonly help: string },
): Promise<void>;
