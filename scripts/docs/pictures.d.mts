import type { Picture } from "./picture-contents.mjs";

/** A picture as SVG. */
export function draw(picture: Picture): string;
