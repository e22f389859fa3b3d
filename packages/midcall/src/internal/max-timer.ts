/** The longest delay that a timer supports, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;
