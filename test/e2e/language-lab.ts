import type { Frame, Page } from "playwright-core";

/** Words of midcall's English texts that none of its other languages has. */
export const ENGLISH_WORDS = /\b(?:the|this|your|you|enter|choose|asks|open|please|not)\b/i;

/** What a user reads or hears in a part of a page: visible texts and names, and with the whole page its title. */
export const textsOf = (page: Page | Frame, part = "html"): Promise<string[]> =>
  page.evaluate((selector) => {
    const found = selector === "html" ? [document.title] : [];
    for (const root of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode as Text;
        if (parentElement && !parentElement.closest("script, style")) found.push(data);
      }
      for (const name of ["aria-label", "placeholder", "title"]) {
        for (const element of root.querySelectorAll(`[${name}]`)) {
          found.push(element.getAttribute(name)!);
        }
      }
    }
    return found.map((text) => text.replace(/[\u2066-\u2069]/g, "").trim()).filter((text) => text);
  }, part);

/** A requested schema whose titles, descriptions and options are in no language that midcall has. */
export function inGreek<T>(schema: T): T {
  const greek = (text: string): string =>
    text.replace(/[a-z]/gi, (letter) =>
      String.fromCodePoint(0x3b1 + ((letter.toLowerCase().codePointAt(0)! - 97) % 17)),
    );
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === "string")
      return /^(?:title|description)$/.test(key) ? greek(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (key === "enum") return (value as string[]).map(greek);
    if (Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, change(one, name)]),
    );
  };
  return change(schema, "") as T;
}
