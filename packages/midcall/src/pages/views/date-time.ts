const MOMENT = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(z|[+-]\d\d:\d\d)?$/i;

/** A date and time as two inputs have it, or nothing if the text is not one. */
export function splitDateTime(
  text: string,
): { readonly local: string; readonly offset: string } | undefined {
  if (text === "") return { local: "", offset: "" };
  const [, day, time, offset = ""] = MOMENT.exec(text) ?? [];
  return day === undefined ? undefined : { local: `${day}T${time}`, offset: offset.toUpperCase() };
}

/** Joined again; an offset is kept only with a time. */
export function joinDateTime(local: string, offset: string): string {
  return local === "" ? "" : local + (/^(Z|[+-]\d\d:\d\d)$/.test(offset) ? offset : "");
}

const QUARTERS = new Set([-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]);

/** A date and time as people read it. */
export function formatDateTime(moment: {
  readonly local: string;
  readonly offset: string;
}): string {
  const offset = moment.offset === "Z" ? "" : moment.offset;
  return `${moment.local.replace("T", " ")} UTC${offset}`;
}

/** All offsets people live in, from west to east, and the given one. */
export function offsets(also: string): readonly string[] {
  const list: string[] = [];
  for (let minutes = -12 * 60; minutes <= 14 * 60; minutes += 15) {
    if (minutes % 60 === 0 || QUARTERS.has(minutes)) list.push(formatOffset(minutes));
  }
  return also === "" || list.includes(also) ? list : [also, ...list];
}

/** The offset of this machine at a local time, for pages that are only on this machine. */
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
