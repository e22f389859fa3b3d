/** Installs the official Inspector and server-everything if need be. */
export function installInspector(): Promise<void>;
