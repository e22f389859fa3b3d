/**
 * Whether `new URL(text, base)` has a result. `URL.canParse` would say so, too, but in Node 20 it denies it of text with
 * letters such as "ü" once V8 has compiled its caller.
 *
 * @param text - what may be a URL
 * @param base - what it is relative to, if it is not absolute
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base) instanceof URL;
  } catch {
    return false;
  }
}
