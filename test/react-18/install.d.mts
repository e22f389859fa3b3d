/** Installs React 18 if need be. Resolves with the folder of the packages, for the aliases of a bundler. */
export function installReact18(): Promise<string>;
