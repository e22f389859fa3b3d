/**
 * Opens links of the console in new tabs.
 *
 * A tab that the browser opens by itself has an empty session storage, and so no token. A window that this page opens
 * receives a copy of it. That is safe: the browser hands the copy to this one window only, and only for the same
 * origin. There is no channel on which another page could listen or ask, not even one that another program on the same
 * port has left open. The new page cuts itself off from this one.
 */
export function openLinksInNewTabs(): void {
  const open = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.("a");
    const isForTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    const href = link?.getAttribute("href");
    if (!isForTab || event.defaultPrevented || !href?.startsWith("#/")) return;
    event.preventDefault();
    window.open(`${location.origin}${location.pathname}${href}`, "_blank");
  };
  addEventListener("click", open);
  addEventListener("auxclick", open);
  if (window.opener) window.opener = null;
}
