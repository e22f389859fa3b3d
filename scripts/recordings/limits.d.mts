export const MOST_BYTES: number;
export const MOST_SECONDS: number;
