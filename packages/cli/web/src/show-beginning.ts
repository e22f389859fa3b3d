/** Scrolls to an element as little as possible; of one that is higher than the window, the beginning is shown. */
export function showBeginning(element: Element): void {
  const isHigher = element.getBoundingClientRect().height > innerHeight;
  element.scrollIntoView({ block: isHigher ? "start" : "nearest" });
}
