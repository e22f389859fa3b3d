const pair =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;

/** Applies a style to a text. The screen removes the colours if they are not wanted. */
export type Style = (text: string) => string;

export const bold: Style = pair(1, 22);
export const dim: Style = pair(2, 22);
export const cyan: Style = pair(36, 39);
export const red: Style = pair(31, 39);
export const green: Style = pair(32, 39);
export const yellow: Style = pair(33, 39);
export const inverse: Style = pair(7, 27);
export const plain: Style = (text) => text;

/**
 * Escape sequences for colour and weight. Those for inverse and hidden are not included, because the cursor consists of
 * them; nor is strikethrough, which distinguishes an abandoned prompt from an answered one.
 */
const COLOURS = /\u001b\[(?!2?[789]m)[\d;]*m/g;

/** Removes colour and weight from text of this program. */
export function withoutColours(text: string): string {
  return text.replace(COLOURS, "");
}
