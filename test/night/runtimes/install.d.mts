/** The folder of the runtimes. */
export const FOLDER: string;

/** The runtimes that are programs of their own. */
export type Runtime = "node20" | "node20.18" | "node22" | "node24" | "bun" | "deno" | "workerd";

/** Installs the runtimes, frameworks and compilers if need be. */
export function installRuntimes(): Promise<void>;

/** The path of a file in a package that is installed here. */
export function runtimeFile(path: string): string;

/** The path of a runtime's program. */
export function runtimeProgram(name: Runtime): string;
