const children = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** Whether a JSON value is nested deeper than this. Recursive functions can exhaust the stack on such values. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  const inside = children(value);
  return inside.length > 0 && (levels === 0 || inside.some((one) => isDeeperThan(levels - 1, one)));
}

/** Empties, in place, every object and array nested deeper than this. */
export function emptyBelow(levels: number, value: unknown): void {
  for (const [key, inside] of Object.entries(Object(value) as Record<string, unknown>)) {
    if (children(inside).length === 0) continue;
    if (levels > 1) emptyBelow(levels - 1, inside);
    else (value as Record<string, unknown>)[key] = Array.isArray(inside) ? [] : {};
  }
}
