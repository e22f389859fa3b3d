/** The longest delay a timer takes, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;
