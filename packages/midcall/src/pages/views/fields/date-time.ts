const DATE_TIME = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(z|[+-]\d\d:\d\d)?$/i;

/** Splits a date and time into the values of two inputs; `undefined` if the text is not one. */
export function splitDateTime(
  text: string,
): { readonly local: string; readonly offset: string } | undefined {
  if (text === "") return { local: "", offset: "" };
  const [, day, time, offset = ""] = DATE_TIME.exec(text) ?? [];
  return day === undefined ? undefined : { local: `${day}T${time}`, offset: offset.toUpperCase() };
}

/** Joins the values of the two inputs. An offset without a time is dropped. */
export function joinDateTime(local: string, offset: string): string {
  return local === "" ? "" : local + (/^(Z|[+-]\d\d:\d\d)$/.test(offset) ? offset : "");
}

/** Offsets in use that are not whole hours, in minutes. */
const PARTIAL_HOURS = new Set([-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]);

const isUtc = (offset: string): boolean => /^(Z|[+-]00:00)$/.test(offset);

/** A UTC offset in readable form. */
export const formatUtcOffset = (offset: string): string => (isUtc(offset) ? "UTC" : `UTC${offset}`);

/** A date and time in readable form. */
export const formatDateTime = (dateTime: {
  readonly local: string;
  readonly offset: string;
}): string => `${dateTime.local.replace("T", " ")} ${formatUtcOffset(dateTime.offset)}`;

/** All UTC offsets in use, from west to east, and the given one. UTC is in the list once, as it is written in `also`. */
export function offsets(also: string): readonly string[] {
  const list: string[] = [];
  for (let minutes = -12 * 60; minutes <= 14 * 60; minutes += 15) {
    if (minutes % 60 === 0 || PARTIAL_HOURS.has(minutes)) list.push(formatOffset(minutes));
  }
  if (isUtc(also)) return list.map((offset) => (isUtc(offset) ? also : offset));
  return also === "" || list.includes(also) ? list : [also, ...list];
}

/** The UTC offset of this machine at a local time, for pages served on this machine only. */
export function machineOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  return Number.isNaN(minutes) ? "" : formatOffset(minutes);
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return "Z";
  const two = (count: number): string => String(Math.floor(count)).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}
