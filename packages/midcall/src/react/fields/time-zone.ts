import type { FormOptions } from "../../form/index.js";
import { offsetAt } from "../../form/time-offset.js";

/** A moment with an offset of its own, as the clock of the form's zone shows it; other text as it is. */
export function toLocal(given: FormOptions["timeZoneOffset"], text: string): string {
  if (!/\dT.*(z|[+-]\d\d:?\d\d)$/i.test(text)) return text;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  // The offset depends on the local time, and that on the offset: twice is enough.
  let local = new Date(at).toISOString().slice(0, -1);
  for (let round = 0; round < 2; round++) {
    const shift = Date.parse(`${local}Z`) - Date.parse(local + offsetAt(given, local.slice(0, 19)));
    if (Number.isNaN(shift)) return text;
    local = new Date(at + shift).toISOString().slice(0, -1);
  }
  // Browsers write no seconds where there are none.
  return local.replace(/(:00)?\.000$/, "");
}

/** The name of the device's time zone, where the form uses it. */
export function zoneName(given: FormOptions["timeZoneOffset"]): string | undefined {
  return given === undefined ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
}
