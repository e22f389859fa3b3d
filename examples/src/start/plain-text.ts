/**
 * Text from a server, made safe to print: no control characters (so no escape sequences), no
 * direction overrides, no zero-width characters. Line breaks stay where `multiline` says so.
 */
export function plainText(
  text: string,
  { multiline = false }: { multiline?: boolean } = {},
): string {
  const kept = multiline ? text.replace(/\r\n?/g, "\n") : text.replace(/[\r\n\t]+/g, " ");
  return kept.replace(
    /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u00ad\u{e0000}-\u{e007f}]/gu,
    "",
  );
}
