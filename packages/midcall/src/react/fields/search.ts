import { useMemo } from "react";

/** Text for comparison: without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The result of a search in options. */
export interface Search {
  /** The folded titles of all options. */
  readonly titles: readonly string[];
  /** The indices of the options whose title contains every word of the search. */
  readonly found: readonly number[];
}

export function useSearch(options: readonly { readonly title: string }[], search: string): Search {
  const titles = useMemo(() => options.map(({ title }) => folded(title)), [options]);
  const found = useMemo(() => {
    const words = folded(search).split(/\s+/);
    return [...titles.keys()].filter((index) =>
      words.every((word) => titles[index]!.includes(word)),
    );
  }, [titles, search]);
  return { titles, found };
}
