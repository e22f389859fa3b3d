/** Moves the focus for a link within the page: its fragment cannot be in the URL, which contains the route. */
export function skipTo(event: React.MouseEvent, selector: string): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(selector)?.focus();
}
