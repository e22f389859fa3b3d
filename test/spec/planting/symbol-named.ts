import type { SourceSymbol } from "./symbols.js";

/** `createRounds.hold (server/strategies/multi-round-trip.ts)` */
export const shown = ({ path, file }: SourceSymbol): string => `${path.join(".")} (${file})`;

/** Whether `names` stand in `path` in that order, the last of them at its end. */
function endsWith(path: readonly string[], names: readonly string[]): boolean {
  const [last, ...outer] = names.toReversed();
  if (path.at(-1) !== last) return false;
  let around = path.slice(0, -1);
  return outer.every((name) => {
    const at = around.lastIndexOf(name);
    around = around.slice(0, Math.max(at, 0));
    return at !== -1;
  });
}

/** What a fault's `in` may mean. */
export function symbolsNamed(
  name: string,
  symbols: readonly SourceSymbol[],
): readonly SourceSymbol[] {
  const slash = name.lastIndexOf("/");
  const place = name.slice(0, slash + 1);
  const names = name.slice(slash + 1).split(".");
  return symbols.filter(
    ({ path, file }) =>
      `${file.replace(/\.tsx?$/, "")}/`.startsWith(place) && endsWith(path, names),
  );
}
