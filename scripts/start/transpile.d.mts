export function outdated(folder: string): Promise<string[]>;
export function transpile(folder: string, files: readonly string[]): Promise<void>;
