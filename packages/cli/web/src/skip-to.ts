/** The address is the route, so a link within the page moves by hand. */
export function skipTo(event: React.MouseEvent, selector: string): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(selector)?.focus();
}
