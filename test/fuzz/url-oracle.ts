/*
 * What a host of a URL means, read anew from the URL standard (https://url.spec.whatwg.org/#host-parsing) and the
 * registries of special addresses (https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-). It shares
 * nothing with the code it judges, and uses no URL parser.
 */

/** Where a host leads; `impossible` has no meaning at all. */
export type Place =
  | { readonly kind: "impossible" }
  | { readonly kind: "name"; readonly name: string; readonly reach: Reach }
  | { readonly kind: "ipv4"; readonly bytes: readonly number[]; readonly reach: Reach }
  | { readonly kind: "ipv6"; readonly words: readonly number[]; readonly reach: Reach };

/** `unsure`: nobody is there, or it does not matter; an inspection may say either. */
export type Reach = "this computer" | "private" | "public" | "unsure";

const IMPOSSIBLE: Place = { kind: "impossible" };

export function placeOf(host: string): Place {
  if (host.startsWith("[")) {
    const words = host.endsWith("]") ? ipv6(host.slice(1, -1)) : undefined;
    return words ? { kind: "ipv6", words, reach: reachOfWords(words) } : IMPOSSIBLE;
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(host.replace(/%(?![\da-f]{2})/gi, "%25"));
  } catch {
    return IMPOSSIBLE;
  }
  // Of IDNA mapping: widths, dots of other scripts, letter case, and what is ignored.
  const ascii = decoded
    .normalize("NFKC")
    .replace(/[\u3002\uff0e\uff61]/g, ".")
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .toLowerCase();
  if (ascii === "" || /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/.test(ascii)) return IMPOSSIBLE;
  if (endsInNumber(ascii)) {
    const bytes = ipv4(ascii);
    return bytes ? { kind: "ipv4", bytes, reach: reachOfBytes(bytes) } : IMPOSSIBLE;
  }
  return { kind: "name", name: ascii, reach: reachOfName(ascii) };
}

function endsInNumber(host: string): boolean {
  const parts = host.split(".");
  if (parts.at(-1) === "") parts.pop();
  const last = parts.at(-1) ?? "";
  return parts.length > 0 && (/^\d+$/.test(last) || /^0x[\da-f]*$/.test(last));
}

function numberOf(part: string): number | undefined {
  if (part === "") return undefined;
  if (/^0x[\da-f]*$/.test(part)) return part === "0x" ? 0 : Number.parseInt(part.slice(2), 16);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^(0|[1-9]\d*)$/.test(part) ? Number(part) : undefined;
}

function ipv4(host: string): number[] | undefined {
  const parts = host.split(".");
  if (parts.at(-1) === "" && parts.length > 1) parts.pop();
  if (parts.length > 4) return undefined;
  const numbers: number[] = [];
  for (const part of parts) {
    const value = numberOf(part);
    if (value === undefined) return undefined;
    numbers.push(value);
  }
  const last = numbers.pop()!;
  if (numbers.some((value) => value > 255) || last >= 256 ** (4 - numbers.length)) return undefined;
  let rest = last;
  const tail: number[] = [];
  for (let index = numbers.length; index < 4; index++) {
    tail.unshift(rest % 256);
    rest = Math.floor(rest / 256);
  }
  return [...numbers, ...tail];
}

function ipv6(text: string): number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const read = (half: string): number[] | undefined => {
    if (half === "") return [];
    const words: number[] = [];
    const parts = half.split(":");
    for (const [index, part] of parts.entries()) {
      if (part.includes(".")) {
        const bytes = part
          .split(".")
          .map((byte) => (/^(0|[1-9]\d{0,2})$/.test(byte) ? Number(byte) : 256));
        if (index !== parts.length - 1 || bytes.length !== 4 || bytes.some((byte) => byte > 255))
          return undefined;
        words.push(bytes[0]! * 256 + bytes[1]!, bytes[2]! * 256 + bytes[3]!);
      } else if (/^[\da-f]{1,4}$/i.test(part)) words.push(Number.parseInt(part, 16));
      else return undefined;
    }
    return words;
  };
  const [before, after] = halves.map(read);
  if (halves.length === 1) return before?.length === 8 ? before : undefined;
  // An address in decimal may only stand at the very end.
  if (!before || !after || halves[0]!.includes(".") || before.length + after.length > 7)
    return undefined;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

type Block = readonly [block: string, reach: Reach];

const V4: readonly Block[] = [
  ["0.0.0.0/8", "private"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["127.0.0.0/8", "this computer"],
  ["169.254.0.0/16", "private"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "private"],
  ["192.0.2.0/24", "unsure"],
  ["192.88.99.0/24", "unsure"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "private"],
  ["198.51.100.0/24", "unsure"],
  ["203.0.113.0/24", "unsure"],
  ["224.0.0.0/4", "private"],
  ["240.0.0.0/4", "private"],
];

const V6: readonly Block[] = [
  ["::1/128", "this computer"],
  ["2001::/32", "private"],
  ["2001::/23", "unsure"],
  ["2001:db8::/32", "unsure"],
  ["2002::/16", "private"],
  ["3fff::/20", "unsure"],
  ["2000::/3", "public"],
];

const bits = (numbers: readonly number[], width: number): string =>
  numbers.map((value) => value.toString(2).padStart(width, "0")).join("");

function within(address: string, block: string, width: number): boolean {
  const [start = "", length] = block.split("/");
  const first = bits((width === 8 ? ipv4(start) : ipv6(start))!, width);
  return address.startsWith(first.slice(0, Number(length)));
}

function reachOfBytes(bytes: readonly number[]): Reach {
  return V4.find(([block]) => within(bits(bytes, 8), block, 8))?.[1] ?? "public";
}

function reachOfWords(words: readonly number[]): Reach {
  return V6.find(([block]) => within(bits(words, 16), block, 16))?.[1] ?? "private";
}

/** Names that mean something in a private network alone: RFC 6761, 6762, 8375, ICANN's list of collisions. */
const PRIVATE_SUFFIXES =
  "local localdomain internal intranet private corp home lan home.arpa".split(" ");

function reachOfName(name: string): Reach {
  if (name === "localhost" || name.endsWith(".localhost")) return "this computer";
  if (!name.includes(".")) return "private";
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`)) ? "private" : "public";
}
