/** So many options have a digit each, and one key answers. */
export const MOST_DIGITS = 9;
/** Longer lists have a search; those prompts show their keys themselves. */
export const LONG_LIST = 15;
