/** Installs Vue, Svelte and what builds them if need be. Resolves with the folder, with a slash at its end. */
export function installFrameworks(): Promise<string>;
