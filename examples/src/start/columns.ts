/** Text with its heading, one column of several. */
export interface Column {
  readonly heading: string;
  readonly lines: readonly string[];
}

const GAP = 3;
const NARROWEST = 34;
const INDENT = "       ";

/** Lays out columns side by side if they fit into `width` characters, otherwise one below the other. */
export function layColumns(columns: readonly Column[], width: number): string[] {
  const each = Math.floor((width - GAP * (columns.length - 1)) / columns.length);
  if (each < NARROWEST) {
    return columns.flatMap(({ heading, lines }) => [
      heading,
      ...lines.flatMap((line) => wrap(line, width)),
      "",
    ]);
  }
  const wrapped = columns.map(({ heading, lines }) => [
    heading,
    "-".repeat(each),
    ...lines.flatMap((line) => wrap(line, each)),
  ]);
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    wrapped
      .map((lines) => (lines[row] ?? "").padEnd(each))
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

/** Wraps a transcript line at spaces, or anywhere in a long word. Further lines are indented. */
export function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const paragraph of text.split("\n")) {
    let rest = rows.length === 0 ? paragraph : `${INDENT}${paragraph}`;
    while (rest.length > width) {
      const blank = rest.lastIndexOf(" ", width);
      const at = blank > INDENT.length ? blank : width;
      rows.push(rest.slice(0, at));
      rest = INDENT + rest.slice(at).trimStart();
    }
    rows.push(rest);
  }
  return rows;
}
