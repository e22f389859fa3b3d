import { displayText } from "midcall/form";

/** Shown where nothing of a name can be seen. */
const NO_TEXT = "—";

/** Text of a server, limited in length and safe to show; empty if it is not a text. */
export function shownText(value: unknown, most: number, lines = false): string {
  if (typeof value !== "string") return "";
  const text = displayText(value.slice(0, most), { lines });
  return value.length > most ? `${text}…` : text;
}

/** The same, or `undefined` if nothing is left. */
export const optionalText = (value: unknown, most: number, lines = false): string | undefined =>
  shownText(value, most, lines) || undefined;

/** The title of an item, or else its name; never empty. */
export const titleText = (title: unknown, name: string, most: number): string =>
  shownText(title, most) || shownText(name, most) || NO_TEXT;
