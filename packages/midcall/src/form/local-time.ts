import type { FormOptions } from "./form-types.js";
import { offsetAt } from "./time-offset.js";

/** A date and time with an offset, converted to local time in the form's time zone; other text is unchanged. */
export function toLocal(given: FormOptions["timeZoneOffset"], text: string): string {
  if (!/\dT.*(z|[+-]\d\d:?\d\d)$/i.test(text)) return text;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  // The offset depends on the local time, which depends on the offset. Two iterations are enough.
  let local = new Date(at).toISOString().slice(0, -1);
  for (let round = 0; round < 2; round++) {
    const shift = Date.parse(`${local}Z`) - Date.parse(local + offsetAt(given, local.slice(0, 19)));
    if (Number.isNaN(shift)) return text;
    local = new Date(at + shift).toISOString().slice(0, -1);
  }
  // Browsers omit seconds that are zero.
  return local.replace(/(:00)?\.000$/, "");
}

/** The name of the device's time zone, if the form uses it. */
export function zoneName(given: FormOptions["timeZoneOffset"]): string | undefined {
  return given === undefined ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
}

/** Whether a date and time has the offset, other than zero, that the form's time zone has then. */
export function isOfZone(given: FormOptions["timeZoneOffset"], text: string): boolean {
  const offset = /[+-]\d\d:\d\d$/.exec(text)?.[0];
  return (
    offset !== undefined &&
    !offset.endsWith("00:00") &&
    offset === offsetAt(given, text.slice(0, 19))
  );
}
