import { displayText } from "midcall/form";

/** Text of a server, limited in length and safe to show; empty if it is not a text. */
export function shownText(value: unknown, most: number, lines = false): string {
  if (typeof value !== "string") return "";
  const text = displayText(value.slice(0, most), { lines });
  return value.length > most ? `${text}…` : text;
}

/** The same, or `undefined` if nothing is left. */
export const optionalText = (value: unknown, most: number, lines = false): string | undefined =>
  shownText(value, most, lines) || undefined;
