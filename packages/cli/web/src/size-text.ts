import { oneDecimal } from "./messages/text.js";

/** A size in bytes or characters, such as `1.2 kB`, which is not broken into two lines. */
export function sizeText(size: number): string {
  if (size < 1_000) return `${size}\u00a0B`;
  if (size < 1_000_000) return `${oneDecimal(size / 1_000)}\u00a0kB`;
  return `${oneDecimal(size / 1_000_000)}\u00a0MB`;
}
