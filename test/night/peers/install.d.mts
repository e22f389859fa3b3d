/** The path of a file in a package that is installed here. */
export function peerFile(path: string): string;

/** The program that runs Node 22.19 or newer: this one, or the one that is installed here. */
export function peerNode(): string;
