import type { FormOptions } from "./form-types.js";

const two = (count: number): string => String(Math.floor(count)).padStart(2, "0");

/** The offset at a local time (`2026-01-31T09:30:00`), such as `+01:00`: the given one, or else that of this device. */
export function offsetAt(given: FormOptions["timeZoneOffset"], local: string): string {
  if (given !== undefined) return typeof given === "string" ? given : given(local);
  const minutes = -new Date(local).getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}
