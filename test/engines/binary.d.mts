/** Where the binary of better-sqlite3 for a Node is published. `modules` is the ABI of that Node. */
export function binaryUrl(
  version: string,
  node: {
    readonly platform: string;
    readonly arch: string;
    readonly modules: string;
    readonly isMusl: boolean;
  },
): string;
