/**
 * The smallest part of a picture that contains all that has changed. It begins at even numbers, as a frame of an
 * animation has to. Works by itself, so that it can be run in a page.
 *
 * @param {ArrayLike<number>} before - the pixels, row by row
 * @param {ArrayLike<number>} after - as many
 * @param {number} width - of the pictures
 * @returns {{ x: number, y: number, width: number, height: number } | undefined} `undefined` if nothing has changed
 */
export function changedArea(before, after, width) {
  let left = width;
  let top = Infinity;
  let right = -1;
  let bottom = -1;
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return undefined;
  left -= left % 2;
  top -= top % 2;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
