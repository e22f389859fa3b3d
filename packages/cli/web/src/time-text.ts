const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const exact = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export const timeOf = (at: number): string => clock.format(at);
export const exactTimeOf = (at: number): string => exact.format(at);
export const dayOf = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? at : day.format(new Date(at));
