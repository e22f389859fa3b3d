/** Entries of the package that have types: public name and file of declarations. */
export function entries(): [name: string, path: string][];
/** One entry with what it exports. */
export interface Entry {
  readonly name: string;
  readonly exported: readonly { readonly name: string; readonly text: string }[];
}
export function surface(): Entry[];
export function report(all?: readonly Entry[]): string;
