/** Seconds as whole minutes. They are rounded up, as the time left is wherever it is shown. */
export const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);
