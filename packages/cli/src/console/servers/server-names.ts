import { displayText } from "midcall/form";

const LONGEST_NAME = 60;

/** A name for a server as it can be shown. */
export const cleanName = (wanted: string): string =>
  displayText(wanted).slice(0, LONGEST_NAME).trim() || "server";

/** The name, with a number if it cannot be used. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const base = cleanName(wanted);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!isTaken(name)) return name;
  }
}
