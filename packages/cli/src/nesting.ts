const children = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** Whether something read from JSON has more than so many levels. Whatever walks such a thing may run out of stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  const inside = children(value);
  return inside.length > 0 && (levels === 0 || inside.some((one) => isDeeperThan(levels - 1, one)));
}

/** Empties what is below so many levels, in place. */
export function emptyBelow(levels: number, value: unknown): void {
  for (const [key, inside] of Object.entries(Object(value) as Record<string, unknown>)) {
    if (children(inside).length === 0) continue;
    if (levels > 1) emptyBelow(levels - 1, inside);
    else (value as Record<string, unknown>)[key] = Array.isArray(inside) ? [] : {};
  }
}
