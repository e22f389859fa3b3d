/*
 * The four text formats. They accept what ajv-formats accepts in "full" mode, with one difference: a date-time with an
 * hour above 23, or with a second of 60 other than at 23:59 UTC, is always rejected; ajv-formats accepts some with an
 * offset. Every check is linear in the length of its input.
 */
import type { TextFormat } from "../requested-schema.js";

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):?(\d\d)?)$/i;
const MAILBOX = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;
const URI = /^[a-z][a-z\d+.-]*:([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const AUTHORITY = /^\/?\/(?:([^@/]*)@)?(?:\[([^\]]*)\]|([^:@/[\]]*))(?::\d*)?(\/.*)?$/s;
const URI_TEXT = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const IP4 = /^(?:[01]?\d\d?|2[0-4]\d|25[0-5])(?:\.(?:[01]?\d\d?|2[0-4]\d|25[0-5])){3}$/;

// Matches are read by index here, which takes a fraction of the time of taking them apart.
function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const year = +match[1]!;
  const month = +match[2]!;
  const day = +match[3]!;
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

function isDateTime(text: string): boolean {
  const match = /[t\s]/i.test(text.charAt(10)) && TIME.exec(text.slice(11));
  if (!match || !isDate(text.slice(0, 10))) return false;
  const hour = +match[1]!;
  const minute = +match[2]!;
  const second = +match[3]!;
  const offsetHour = +(match[5] || 0);
  const offsetMinute = +(match[6] || 0);
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === "-" ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  return at > 0 && MAILBOX.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

function isIp6(text: string): boolean {
  const halves = text.split("::");
  let count = 0;
  for (const [half, part] of halves.entries()) {
    const groups = part ? part.split(":") : [];
    for (const [index, group] of groups.entries()) {
      const last = half === halves.length - 1 && index === groups.length - 1;
      if (last && IP4.test(group)) count++;
      else if (!/^[\da-f]{1,4}$/i.test(group)) return false;
      count++;
    }
  }
  return halves.length === 1 ? count === 8 : halves.length === 2 && count < 8;
}

function isUri(text: string): boolean {
  const match = URI.exec(text);
  if (!match) return false;
  const body = match[1]!;
  if (!URI_TEXT.test(match[2] ?? "") || !URI_TEXT.test(match[3] ?? "")) return false;
  if (body && !body.startsWith("//") && URI_TEXT.test(body)) return true;
  const found = AUTHORITY.exec(body);
  if (!found) return false;
  const ip = found[2];
  return (
    URI_TEXT.test(`${found[1] ?? ""}/${found[3] ?? ""}/${found[4] ?? ""}`) &&
    (ip === undefined || isIp6(ip) || IP_FUTURE.test(ip))
  );
}

/** Whether a text has the given format. Never throws; linear time. */
export const FORMATS: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime,
};
