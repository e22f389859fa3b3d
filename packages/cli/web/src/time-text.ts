import { dateLocale, oneDecimal } from "./messages/text.js";

const clock = new Intl.DateTimeFormat(dateLocale(), {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const exact = new Intl.DateTimeFormat(dateLocale(), {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "medium" });

/** A duration, such as `1.2 s`, which is not broken into two lines. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${ms}\u00a0ms` : `${oneDecimal(ms / 1_000)}\u00a0s`;

export const timeOf = (at: number): string => clock.format(at);
export const exactTimeOf = (at: number): string => exact.format(at);
export const dayOf = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? at : day.format(new Date(at));
