/** The scripts of a page. */
export interface BuiltHost {
  /** The path of the first script. */
  readonly entry: string;
  /** All scripts, by their paths. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The contents of those that are loaded at first. */
  readonly initial: readonly string[];
}

/** Builds the page of a host without React, as a user's project does, on the built package. */
export function buildHost(name: "plain-dom" | "vue" | "svelte"): Promise<BuiltHost>;
