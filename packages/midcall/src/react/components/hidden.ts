import type { CSSProperties } from "react";

/** For those who listen. In line, so that it works without the theme. */
export const HIDDEN: CSSProperties = {
  position: "absolute",
  inlineSize: 1,
  blockSize: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
};
