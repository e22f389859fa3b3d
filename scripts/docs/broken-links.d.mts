/** The links of a built site that lead nowhere, as `page -> link`. */
export function brokenLinks(folder: string, base?: string): Promise<string[]>;
