/*
 * The four text formats. They accept what ajv-formats accepts in "full" mode, with one difference: a date-time with an
 * hour above 23, or with a second of 60 other than at 23:59 UTC, is always rejected; ajv-formats accepts some with an
 * offset. Every check is linear in the length of its input.
 */
import type { TextFormat } from "../requested-schema.js";

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;
/** An IPv4 address at the end of an IPv6 address. */
const IP4 = /\b(?:[01]?\d\d?|2[0-4]\d|25[0-5])(?:\.(?:[01]?\d\d?|2[0-4]\d|25[0-5])){3}$/;

/** Characters of a URI: those that may be in each of its parts, and some more. */
const some = (more: string, marks = `[\\w.~!$&'()*+,;=${more}-]*`): string =>
  `${marks}(?:%[\\da-f]{2}${marks})*`;
/** Scheme; path, or authority and path; query; fragment. The only group is an IP address in brackets. */
const URI = new RegExp(
  `^[a-z][a-z\\d+.-]*:(?:(?!//|[?#]|$)${some(":@/")}|//?(?:${some(":")}@)?(?:\\[(?:v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|([^\\]?#]*))]|${some("")})(?::\\d*)?(?:/${some(":@/")})?)(?:\\?${some(":@/?")})?(?:#${some(":@/?")})?$`,
  "i",
);

const within = (value: number, most: number): boolean => value >= 0 && value <= most;

/** The digit at a position; if there is none, a number so low that no other digit makes up for it. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return within(value, 9) ? value : -99;
}

/** The number in two digits; negative if they are none. Reading by position takes a fraction of the time of a match. */
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

function beginsWithDate(text: string): boolean {
  const century = pair(text, 0);
  const year = pair(text, 2);
  const month = pair(text, 5);
  // 2000 was a leap year, 1900 was not.
  const february = (year || century) % 4 ? 28 : 29;
  // Up to July, the odd months have 31 days; from August, the even ones.
  const days = month === 2 ? february : 30 + ((month + (month >> 3)) & 1);
  return (
    Math.min(century, year) >= 0 &&
    text[4] === "-" &&
    within(month - 1, 11) &&
    text[7] === "-" &&
    within(pair(text, 8) - 1, days - 1)
  );
}

function isDateTime(text: string): boolean {
  let at = 19;
  if (text[at] === "." && digit(text, 20) >= 0) while (digit(text, ++at) >= 0);
  const zone = text[at++];
  let offsetHour = 0;
  let offsetMinute = 0;
  if (zone === "+" || zone === "-") {
    offsetHour = pair(text, at);
    at += text[at + 2] === ":" ? 3 : 2;
    if (at < text.length) {
      offsetMinute = pair(text, at);
      at += 2;
    }
  } else if (zone !== "Z" && zone !== "z") return false;
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  const offset = (offsetHour * 60 + offsetMinute) * (zone === "-" ? -1 : 1);
  return (
    at === text.length &&
    beginsWithDate(text) &&
    (text[10] === "T" || /[t\s]/.test(text[10]!)) &&
    within(hour, 23) &&
    text[13] === ":" &&
    within(minute, 59) &&
    text[16] === ":" &&
    within(offsetHour, 23) &&
    within(offsetMinute, 59) &&
    within(second, (hour * 60 + minute - offset + 2880) % 1440 === 1439 ? 60 : 59)
  );
}

function isIp6(text: string): boolean {
  const halves = text.replace(IP4, "0:0").split("::");
  const groups = halves.flatMap((half) => (half ? half.split(":") : []));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  );
}

function isUri(text: string): boolean {
  const match = URI.exec(text);
  return match !== null && (match[1] === undefined || isIp6(match[1]));
}

// Without control and private characters, and without those that change the direction of text (RFC 3987, 2.2 and 4.1).
const INTERNATIONAL =
  /(?![\u200e\u200f\u202a-\u202e\u2066-\u2069])[\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{efffd}]/gu;

/** Whether a text is an address with letters of any script (RFC 3987). Every URI is one. */
export function isIri(text: string): boolean {
  // The scheme is ASCII in any case.
  const rest = text.indexOf(":");
  return isUri(text.slice(0, rest) + text.slice(rest).replace(INTERNATIONAL, "a"));
}

/**
 * The URI of an address with letters of any script (RFC 3987, 3.1): the host in Punycode, the rest percent-encoded. Any
 * other text is returned as it is.
 */
export function toUri(text: string): string {
  if (/^[\0-\x7f]*$/.test(text) || !isIri(text)) return text;
  const encoded = (part: string): string => part.replace(/[^\0-\x7f]+/g, encodeURIComponent);
  const [, scheme = "", user = "", host = "", rest = ""] =
    /^([^:]*:(?:\/\/)?)((?<=\/\/)[^/?#@]*@)?((?<=\/\/|@)[^/?#:]*)?([^]*)$/.exec(text) ?? [];
  try {
    const ascii = /[^\0-\x7f]/.test(host) ? new URL(`http://${host}`).host : host;
    return scheme + encoded(user) + ascii + encoded(rest);
  } catch {
    return text;
  }
}

/** Whether a text, no longer than an answer may be, has the given format. Never throws for such a text; linear time. */
export const FORMATS: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email: (text) => EMAIL.test(text),
  uri: isUri,
  date: (text) => text.length === 10 && beginsWithDate(text),
  "date-time": isDateTime,
};
