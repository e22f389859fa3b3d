export const file: string;
export function page(text?: string): Promise<string>;
