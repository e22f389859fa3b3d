/** Something the tests need from the system. */
export interface Need {
  readonly name: string;
  /** Programs that have to be on the PATH. */
  readonly commands: readonly string[];
  readonly debian: readonly string[];
  readonly ubuntu?: readonly string[];
  readonly brew?: string;
  /** The vitest projects that use it. */
  readonly projects: readonly string[];
  readonly isForCompiling?: boolean;
}

export interface System {
  readonly platform: string;
  /** ID and ID_LIKE of /etc/os-release. */
  readonly distribution: string;
  readonly isRoot: boolean;
  readonly hasApt: boolean;
  /** "free" asks for no password. */
  readonly sudo: "none" | "free" | "password";
  /** Whether somebody can answer. */
  readonly isTerminal: boolean;
  readonly ci: boolean;
}

export type Plan =
  | { readonly action: "stop"; readonly message: string }
  | {
      readonly action: "install";
      readonly message: string;
      readonly command: readonly string[];
      /** The command as a user types it. */
      readonly asTyped: string;
      readonly ask: boolean;
    };

export const needs: readonly Need[];
export function projectsIn(args: readonly string[]): string[] | undefined;
export function missingNeeds(
  projects: readonly string[] | undefined,
  has: (need: Need) => boolean,
): Need[];
export function aptLine(packages: readonly string[]): string;
export function planFor(missing: readonly Need[], system: System): Plan;
export function isYes(answer: string): boolean;
export function isCi(value: string | undefined): boolean;
