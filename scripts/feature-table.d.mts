/** What one of the two can do, and how that is known. */
export interface Ability {
  readonly has: "yes" | "partly" | "no";
  readonly note?: string;
  /** The test that proves it, and a text in that file: the name of a test, or what it expects. */
  readonly test?: string;
  readonly title?: string;
  /** A text in the Inspector's own page or help. */
  readonly shows?: string;
}

export interface Features {
  /** The version of the Inspector. */
  readonly inspector: string;
  readonly groups: readonly {
    readonly group: string;
    readonly rows: readonly {
      readonly feature: string;
      readonly console: Ability;
      readonly inspector: Ability;
    }[];
  }[];
}

/** The table as it is in the repository. */
export const file: string;
export function features(): Features;
/** The whole file. */
export function table(from?: Features): Promise<string>;
