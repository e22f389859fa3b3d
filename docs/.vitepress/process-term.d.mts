/** A word as the search sees it; `null` for one that is left out. */
export const processTerm: (term: string) => string | null;
