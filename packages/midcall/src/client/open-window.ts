/** What is used of a browser's tab: this entry has no types of the DOM, because not every host is a browser. */
interface Tab {
  readonly closed: boolean;
  opener: unknown;
  readonly document: {
    createElement(tag: "a"): { rel: string; href: string; click(): void };
  };
  close(): void;
}
declare const window: { open(url: string, target: string): Tab | null };

/**
 * Opens a page in a new tab and reports whether it is open. The page has no access to this one, and receives no
 * referrer. Call it within the user's click: browsers block other windows. It needs nothing that a strict
 * Content-Security-Policy, trusted types or `Cross-Origin-Opener-Policy: same-origin` forbid.
 *
 * @param url - an `https:` or `http:` URL, as in `question.link.url`
 * @returns whether a tab was opened: `false` if the browser has blocked it, or `url` is neither `https:` nor `http:`
 *
 * @example
 * ```ts
 * const inbox = createInbox({ open: openWindow });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function openWindow(url: string): boolean {
  // A `javascript:` URL would run as this page.
  if (!/^https?:/i.test(url)) return false;
  // With `noopener`, the result is `null` whether the tab was blocked or not. So an empty tab is opened, cut off from
  // this page, and led to the URL by a link of its own, because the referrer would otherwise be this page.
  const tab = window.open("", "_blank");
  if (!tab || tab.closed) return false;
  try {
    tab.opener = null;
    const link = tab.document.createElement("a");
    link.rel = "noreferrer";
    link.href = url;
    link.click();
    return true;
  } catch {
    tab.close();
    return false;
  }
}
