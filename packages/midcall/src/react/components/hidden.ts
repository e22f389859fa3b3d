import type { CSSProperties } from "react";

/** Hides an element visually but not from screen readers. Inline, so that it works without the theme. */
export const HIDDEN: CSSProperties = {
  position: "absolute",
  inlineSize: 1,
  blockSize: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
};
