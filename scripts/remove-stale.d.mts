export function removeStale(dist: string, src: string): string[];
