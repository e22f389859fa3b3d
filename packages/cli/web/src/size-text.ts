import { oneDecimal } from "./messages/text.js";

/** A size in bytes or characters, such as `1.2 kB`. */
export function sizeText(size: number): string {
  if (size < 1_000) return `${size} B`;
  if (size < 1_000_000) return `${oneDecimal(size / 1_000)} kB`;
  return `${oneDecimal(size / 1_000_000)} MB`;
}
