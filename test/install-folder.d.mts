/** Installs a folder that has a lockfile of its own, once, apart from the workspace. */
export function installFolder(
  folder: string,
  what: { readonly name: string; readonly contents: string; readonly help: string },
): Promise<void>;
