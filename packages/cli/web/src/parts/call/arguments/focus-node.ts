const CONTROLS =
  '[data-midcall="control"], textarea, input:not([type="hidden"]), select, button:not(:disabled)';

/** Moves the focus to the first control of an argument. */
export function focusNode(id: string): void {
  const box = document.getElementById(id);
  box?.querySelector<HTMLElement>(CONTROLS)?.focus();
}
