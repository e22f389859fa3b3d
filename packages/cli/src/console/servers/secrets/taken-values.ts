import type { Target } from "../../../connect/target.js";

const wordsOf = (target: Target): readonly string[] =>
  target.kind === "url" ? [target.url] : [target.command, ...target.args];

/** The values in a target for which `${NAME}` stands in what is shown of it. */
export function takenValues({
  target,
  shown,
}: {
  readonly target: Target;
  readonly shown?: Target | undefined;
}): string[] {
  if (!shown) return [];
  const full = wordsOf(target);
  return wordsOf(shown).flatMap((word, index) => {
    const value = full[index] ?? "";
    const parts = word.split(/\$\{\w+\}/);
    if (parts.length < 2) return [];
    const [first = "", last = ""] = [parts[0], parts.at(-1)];
    // Between two variables the text is known only roughly: all of it counts as secret.
    const isAligned = value.startsWith(first) && value.endsWith(last);
    return [isAligned ? value.slice(first.length, value.length - last.length) : value];
  });
}
