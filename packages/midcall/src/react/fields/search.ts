import { useMemo } from "react";

/** Letters for comparing: without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** What a search finds among options. */
export interface Search {
  /** Of all options, folded. */
  readonly titles: readonly string[];
  /** The indices of those that have every word of the search in them. */
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
