/** Where the bridges of other makers are installed; ends with a slash. */
export const FOLDER: string;

/** Installs the bridges of other makers if need be. */
export function installBridges(): Promise<void>;
