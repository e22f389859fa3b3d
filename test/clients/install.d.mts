/** Where the client libraries are installed; ends with a slash. */
export const FOLDER: string;

/** Installs the client libraries if need be. */
export function installClients(): Promise<void>;
