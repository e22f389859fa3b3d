/** Installs Next if need be. Resolves with the folder. */
export function installNext(): Promise<string>;
