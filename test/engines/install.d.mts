/** Installs the engines if need be, and tells where they are. */
export function installEngines(): Promise<{
  readonly node: string;
  readonly betterSqlite3: string;
}>;

/** Whether the installation is still to be done and has to compile. */
export function compilerNeeded(): Promise<boolean>;
