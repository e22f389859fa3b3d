/** Letters for comparing: without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The indices of the titles that have every word of a search in them. */
export function found(titles: readonly string[], search: string): number[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const all: number[] = [];
  titles.forEach((title, index) => {
    if (words.every((word) => title.includes(word))) all.push(index);
  });
  return all;
}
