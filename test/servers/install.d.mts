/** Installs the servers of other makers if need be. */
export function installServers(): Promise<void>;
