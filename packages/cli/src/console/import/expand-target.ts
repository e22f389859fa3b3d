import { randomBytes } from "node:crypto";
import type { Target } from "../../connect/target.js";
import { expandedText, namesIn, type Part, shownText } from "./expand-variables.js";
import type { Use } from "./taken-variables.js";
import { isUrl } from "../../is-url.js";

/** Replaces the variables in a text, and notes what it is used for. */
export type Expand = (text: string, use: Use) => readonly Part[];

/** A target with the values of its variables, and as it is shown. */
export interface ExpandedTarget {
  readonly target: Target;
  /** `undefined` for an address that is complete only with a value. */
  readonly shown: Target | undefined;
  /** Where a URL leads, as it is shown. */
  readonly host: string;
}

export function expandTarget(written: Target, expand: Expand): ExpandedTarget {
  if (written.kind === "url") return expandUrl(expand(written.url, { to: "address" }));
  const command = expand(written.command, { to: "program" });
  const args = written.args.map((arg) => expand(arg, { to: "argument" }));
  return {
    target: { kind: "command", command: expandedText(command), args: args.map(expandedText) },
    shown: {
      kind: "command",
      command: shownText(command),
      args: args.map((arg) => shownText(arg)),
    },
    host: "",
  };
}

function expandUrl(parts: readonly Part[]): ExpandedTarget {
  const target: Target = { kind: "url", url: expandedText(parts) };
  // The address is brought into its usual form with a word for each value, which cannot change what it means.
  const words = new Map(
    namesIn(parts).map((name) => [name, `v${randomBytes(8).toString("hex")}v`]),
  );
  const text = shownText(parts, (name) => words.get(name)!);
  if (!isUrl(text)) return { target, shown: undefined, host: "" };
  const restore = (marked: string): string =>
    [...words].reduce((last, [name, word]) => last.replaceAll(word, () => `\${${name}}`), marked);
  const { href, host } = new URL(text);
  return { target, shown: { kind: "url", url: restore(href) }, host: restore(host) };
}
