import fc from "fast-check";
import {
  inspectUrl,
  type UrlInspection,
} from "../../packages/midcall/src/client/url-safety/inspect-url.js";
import { must, target, thrownBy, type FuzzTarget } from "./fuzz-target.js";
import { type Place, placeOf } from "./url-oracle.js";
import { codePoint } from "../code-points.js";

type Inspect = (raw: unknown) => UrlInspection;

const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 10, 127, 169, 254, 192));
const base = fc.constantFrom(8, 10, 16);
const spell = (value: number, radix: number): string =>
  (radix === 8 ? "0" : radix === 16 ? "0x" : "") + value.toString(radix);

const ipv4Bytes = fc.oneof(
  fc.tuple(byte, byte, byte, byte),
  fc
    .tuple(
      fc.constantFrom(
        [10, 0],
        [100, 64],
        [127, 0],
        [169, 254],
        [172, 16],
        [172, 31],
        [192, 168],
        [198, 18],
        [224, 0],
      ),
      byte,
      byte,
    )
    .map(([[a, b], c, d]) => [a!, b!, c, d] as [number, number, number, number]),
);
const ipv4 = fc
  .tuple(ipv4Bytes, fc.tuple(base, base, base, base), fc.integer({ min: 1, max: 4 }), fc.boolean())
  .map(([bytes, bases, count, dot]) => {
    const whole = bytes.reduce((sum, value) => sum * 256 + value, 0);
    const values = [...bytes.slice(0, count - 1), whole % 256 ** (5 - count)];
    return values.map((value, index) => spell(value, bases[index]!)).join(".") + (dot ? "." : "");
  });

const word = fc.oneof(
  fc.constantFrom(
    0,
    1,
    0x2001,
    0x2002,
    0xfc00,
    0xfe80,
    0xff02,
    0x64,
    0xff9b,
    0xffff,
    0x7f00,
    0xdb8,
  ),
  fc.integer({ min: 0, max: 0xffff }),
);
const ipv6 = fc
  .tuple(fc.array(word, { minLength: 8, maxLength: 8 }), fc.nat(8), fc.nat(8), fc.boolean())
  .map(([words, start, length, decimal]) => {
    const texts = words.map((value) => value.toString(16));
    if (decimal) {
      const [high, low] = words.slice(6) as [number, number];
      texts.splice(6, 2, `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
    }
    if (length < 2) return `[${texts.join(":")}]`;
    const before = texts.slice(0, start).join(":");
    return `[${before}::${texts.slice(start + length).join(":")}]`;
  });

const label = fc.oneof(
  fc.constantFrom(
    "a",
    "example",
    "www",
    "localhost",
    "xn--e1aybc",
    "internal",
    "169",
    "0x7f",
    "-",
    "1e9",
  ),
  fc.string({ unit: fc.constantFrom(..."abc019-"), minLength: 1, maxLength: 6 }),
);
const ending = fc.constantFrom(
  "com",
  "co.uk",
  "local",
  "internal",
  "localhost",
  "home.arpa",
  "lan",
  "corp",
  "",
);
const name = fc
  .tuple(fc.array(label, { maxLength: 3 }), ending)
  .map(([labels, end]) => [...labels, end].join("."));

/** The same host, spelled in another way that the parser takes for it. */
const disguise = fc
  .tuple(
    fc.oneof(ipv4, ipv4, ipv6, name),
    fc.constantFrom("no", "no", "percent", "wide", "dots", "case", "soft"),
  )
  .map(([host, how]) => {
    if (host.startsWith("[") || how === "no") return host;
    if (how === "case") return host.toUpperCase();
    if (how === "dots") return host.replaceAll(".", "。");
    if (how === "soft") return `${host.slice(0, 1)}%C2%AD${host.slice(1)}`;
    if (how === "percent")
      return host.replace(
        /./gs,
        (found) => `%${found.charCodeAt(0).toString(16).padStart(2, "0")}`,
      );
    return host.replace(/[!-~]/g, (found) => String.fromCharCode(found.charCodeAt(0) + 0xfee0));
  });

const pieces = fc.record({
  scheme: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("https:", "https:", "http:", "HTTPS:") },
    fc.constantFrom("ftp:", "javascript:", "file:", "data:", "wss:", "blob:https:"),
  ),
  user: fc.oneof(
    { weight: 6, arbitrary: fc.constant("") },
    fc.constantFrom("@", "a@", ":@", "a:b@"),
  ),
  host: disguise,
  port: fc.constantFrom("", "", "", ":443", ":80", ":8443"),
  rest: fc.constantFrom("", "/", "/a?b#c", "?@", "#@127.0.0.1", "/@x", "/..//.."),
});

const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "https:",
        "http:",
        "//",
        "/",
        "@",
        ":",
        "\\",
        "[",
        "]",
        "?",
        "#",
        "%",
        "xn--",
      ),
      fc.constantFrom(
        "127.0.0.1",
        "[::1]",
        "localhost",
        "example.com",
        "10.0.0.1",
        "%2e",
        "\ud800",
        "0x7f.1",
      ),
      fc.string({ unit: codePoint, maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(""));

type LinkInput = { readonly pieces: Pieces } | { readonly raw: unknown };
interface Pieces {
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  readonly rest: string;
}

/** Never throws; lets through what leads to the internet or to this computer, and nothing that is private or odd. */
export const links: FuzzTarget = target<LinkInput, Inspect>({
  name: "links",
  tried: "links",
  runs: [1200, 150_000],
  subject: inspectUrl,
  input: fc.oneof(
    { weight: 4, arbitrary: fc.record({ pieces }) },
    { weight: 1, arbitrary: fc.record({ raw: fc.oneof(soup, fc.anything()) }) },
  ),
  check(input, inspect) {
    if ("raw" in input) {
      const found = inspected(inspect, input.raw);
      if (!found.ok) return;
      const [, scheme, host] = /^(https?:)\/\/(\[[^\]]*\]|[^/:?#]*)/.exec(found.url) ?? [];
      must(scheme !== undefined && host !== undefined, `Lets ${found.url} through.`);
      letThrough(found.url, scheme, placeOf(host));
      return;
    }
    const { scheme, user, host, port, rest } = input.pieces;
    const found = inspected(inspect, `${scheme}//${user}${host}${port}${rest}`);
    const place = placeOf(host);
    if (found.ok) {
      must(user === "", "Lets a user name or password through.");
      letThrough(found.url, scheme.toLowerCase(), place);
      must(found.parts.before + found.parts.highlight + found.parts.after === found.url, "Pieces.");
      if (place.kind === "ipv4")
        must(found.parts.highlight === place.bytes.join("."), "Shows another address.");
    } else if (scheme === "https:" && user === "" && /^ipv[46]$/.test(place.kind)) {
      const reach = (place as { reach: string }).reach;
      must(reach !== "public" && reach !== "this computer", `Refuses ${host}: ${found.reason}`);
    }
  },
});

function inspected(inspect: Inspect, raw: unknown): UrlInspection {
  let found: UrlInspection | undefined;
  const error = thrownBy(() => (found = inspect(raw)));
  must(error === undefined, `Throws: ${String(error)}`);
  return found!;
}

function letThrough(url: string, scheme: string, place: Place): void {
  must(place.kind !== "impossible", `Lets ${url} through, whose host cannot be.`);
  must(place.reach !== "private", `Lets ${url} through, which is private.`);
  if (place.reach === "this computer") must(/^https?:$/.test(scheme), `Lets ${url} through.`);
  else must(scheme === "https:", `Lets ${url} through, which is not https.`);
}
