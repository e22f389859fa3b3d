/**
 * The most levels of arrays and objects in data that midcall takes: deeper than any intended data, and far from where
 * recursive functions exhaust the stack. It is checked where data comes in.
 */
export const MAX_JSON_DEPTH = 512;

/** Whether arrays and objects are nested more than `MAX_JSON_DEPTH` levels deep. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (value === null || typeof value !== "object") return false;
  return (
    depth >= MAX_JSON_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
  );
}
