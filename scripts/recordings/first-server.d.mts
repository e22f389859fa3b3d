export function programIn(text: string): string;
