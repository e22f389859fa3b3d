import type { Area } from "./webp.mjs";

export function changedArea(
  before: ArrayLike<number>,
  after: ArrayLike<number>,
  width: number,
): Area | undefined;
