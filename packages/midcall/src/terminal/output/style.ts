const pair =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;

/** A text in a style. The screen takes the colours out again where they are not wanted. */
export type Style = (text: string) => string;

export const bold: Style = pair(1, 22);
export const dim: Style = pair(2, 22);
export const red: Style = pair(31, 39);
export const yellow: Style = pair(33, 39);
export const inverse: Style = pair(7, 27);
export const plain: Style = (text) => text;

/**
 * Sequences for colour and weight. Those for inverse and hidden stay, the cursor is made of them; so do
 * those for struck through, which tell what was left from what was chosen.
 */
const COLOURS = /\u001b\[(?!2?[789]m)[\d;]*m/g;

/** Takes colour and weight out of text of this program's own. */
export function withoutColours(text: string): string {
  return text.replace(COLOURS, "");
}
