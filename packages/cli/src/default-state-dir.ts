import envPaths from "env-paths";

/** The default of `--state`: the user's configuration folder. */
export function defaultStateDir(): string {
  return envPaths("midcall", { suffix: "" }).config;
}
