const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";
const CURSOR_ON = "\u001b[?25h";
const CURSOR_OFF = "\u001b[?25l";

/** What was written after this was last written, or nothing if it never was. */
function since(written: string, mark: string): string | undefined {
  const at = written.lastIndexOf(mark);
  return at < 0 ? undefined : written.slice(at + mark.length);
}

/**
 * Whether a prompt at a terminal takes no key at all yet, not even another than the one that was pressed last: the paste
 * mode is off.
 *
 * @param written - everything that was written to the terminal
 */
export function takesNoKey(written: string): boolean {
  const after = since(written, PASTE_OFF);
  return after !== undefined && !after.includes(PASTE_ON) && !after.includes(CURSOR_ON);
}

/** Whether a prompt does not take every key yet: that, or the cursor was hidden when the paste mode was switched on. */
export const refusesKeys = (written: string): boolean =>
  takesNoKey(written) || since(written, PASTE_ON + CURSOR_OFF)?.includes(CURSOR_ON) === false;
