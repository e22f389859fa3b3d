/** What it needs of markdown-it. */
export function recordings(md: object): void;
