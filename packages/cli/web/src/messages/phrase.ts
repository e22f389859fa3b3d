import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "./text.js";
import type { ConsoleText } from "./texts.js";

/**
 * A text of the page with elements in it, such as a name in `<bdi>`: they stand where the language puts them.
 *
 * @param parts - what stands for `{0}`, `{1}` …
 */
export function phrase(text: ConsoleText, ...parts: readonly ReactNode[]): ReactNode {
  return translated(text)
    .split(/\{(\d)\}/)
    .map((piece, index) =>
      createElement(Fragment, { key: index }, index % 2 === 0 ? piece : parts[Number(piece)]),
    );
}
