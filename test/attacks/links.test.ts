import { inspectUrl } from "midcall/client";
import { registrableDomain } from "midcall/client/domains";
import { describe, expect, it } from "vitest";
import { tally } from "./tally.js";

/** Every way to write one IPv4 address that a browser takes for it. */
function spellings(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a, b, c, d] = parts as [number, number, number, number];
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  const octal = (part: number): string => `0${part.toString(8)}`;
  const hex = (part: number): string => `0x${part.toString(16)}`;
  const wide = address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  const v6 = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    ...[address, `${address}.`, String(number), octal(number), hex(number)],
    ...[parts.map(octal).join("."), parts.map(hex).join("."), `${hex(a)}.${b}.${octal(c)}.${d}`],
    ...[
      `${a}.${number % 2 ** 24}`,
      `${a}.${b}.${number % 2 ** 16}`,
      `000${octal(a)}.${b}.${c}.${d}`,
    ],
    ...[address.replaceAll(".", "。"), address.replaceAll(".", "．"), wide],
    ...[address.replaceAll(".", "%2e"), address.replace(/\d/, (digit) => `%3${digit}`)],
    ...[
      `[::ffff:${v6}]`,
      `[::ffff:${address}]`,
      `[::${v6}]`,
      `[64:ff9b::${v6}]`,
      `[64:ff9b:1::${v6}]`,
    ],
    ...[`[2002:${v6}::1]`, `[::ffff:0:${v6}]`],
  ];
}

const INSIDE = ["10.0.0.1", "192.168.1.1", "172.16.5.4", "169.254.169.254", "100.100.100.200"];

/** Names that lead to an address they spell, or to this computer. */
const NAMES = [
  ...INSIDE.concat("127.0.0.1", "0.0.0.0").flatMap((address) =>
    ["sslip.io", "nip.io", "xip.io", "traefik.me"].flatMap((service) => [
      `${address}.${service}`,
      `${address.replaceAll(".", "-")}.${service}`,
      `app.${address}.${service}`,
      `app-${address.replaceAll(".", "-")}.${service}`,
      `8.8.8.8.${address}.${service}`,
      `${address.replaceAll(".", "-")}-8-8-8-8.${service}`,
    ]),
  ),
  ...["0a000001.nip.io", "app-7f000001.nip.io", "--1.sslip.io", "fe80--1.sslip.io", "a.nip.io"],
  ...["2a01-4f8-c17-b8f-0-0-0-2.sslip.io", "010.0.0.1.nip.io", "8.8.8.8.0a000001.nip.io"],
  ...["999.8.8.8.nip.io", "10-0-0.1.sslip.io", "NIP.10.0.0.1.NIP.IO"],
  ...["localtest.me", "app.localtest.me", "lvh.me", "a.b.lvh.me", "vcap.me", "fuf.me"],
  ...["lacolhost.com", "x.lacolhost.com", "localho.st", "local.gd", "x.local.gd"],
  ...["printer.local", "db.internal", "x.localdomain", "wiki.intra", "nas.lan", "router"],
];

const REFUSED = [
  ...INSIDE.flatMap(spellings),
  ...spellings("127.0.0.1").filter((host) => host.startsWith("[")),
  ...NAMES,
  ...["user@example.com", "user:pw@example.com", "github.com@evil.example", "@example.com"],
  ...["example.com.", "localhost.", "a..b.com", "example.com。", "127.0.0.1.."],
];

/** Hosts that are read as another one: what they are taken for, and where they lead. */
const LOOK_ALIKES: readonly (readonly [host: string, imitates: string, domain: string])[] = [
  ["paypal.co.uk.evil.io", "paypal.co.uk", "evil.io"],
  ["www.paypal.co.uk.login.evil.io", "www.paypal.co.uk", "evil.io"],
  ["github.com.login.evil.example", "github.com", "evil.example"],
  ["github.com.evil.io", "github.com", "evil.io"],
  ["github.com.evil.co.uk", "github.com", "evil.co.uk"],
  ["accounts.google.com-login.example.net", "accounts.google.com", "example.net"],
  ["amazon.com.au.evil.io", "amazon.com.au", "evil.io"],
  ["amazon.com.br-login.evil.io", "amazon.com.br", "evil.io"],
  ["yahoo.co.jp.evil.com.au", "yahoo.co.jp", "evil.com.au"],
  ["www.irs.gov.refund.example", "www.irs.gov", "refund.example"],
  ["tax.service.gov.uk.evil.xyz", "tax.service.gov.uk", "evil.xyz"],
  ["github.com.evil.github.io", "github.com", "evil.github.io"],
  ["wikipedia.org.co.evil.de", "wikipedia.org.co", "evil.de"],
];

/** What looks a little like one of them, and is none. */
const ORDINARY = [
  ...["example.com", "www.example.co.uk", "shop.com.au", "login.example.com.br", "a.co.jp"],
  ...["cdn.dev.example.com", "de.example.org", "sports-net.com", "com.example.net"],
  ...["co.example.com", "somebody.github.io", "a.b.c.gov.uk", "www.city.kawasaki.jp"],
  ...["localhost.example.com", "10.0.0.1.example.com", "nip.io", "sslip.io", "mylocaltest.me"],
];

describe("links that lead elsewhere than they say", () => {
  it("are refused where they lead into a private network or to this computer, however it is written", () => {
    for (const host of REFUSED) {
      for (const options of [{}, { registrableDomain }]) {
        expect(inspectUrl(`https://${host}/login`, options).ok, host).toBe(false);
      }
    }
    tally("links into private networks", REFUSED.length);
  });

  it("come with a warning that names what they imitate, and where they really lead", () => {
    for (const [host, imitates, domain] of LOOK_ALIKES) {
      const url = `https://${host}/login`;
      const bare = inspectUrl(url);
      expect(bare, host).toMatchObject({
        domain: undefined,
        parts: { highlight: host },
        warnings: [{ code: "imitation", imitates }],
      });
      expect(inspectUrl(url, { registrableDomain }), host).toMatchObject({
        domain,
        parts: { highlight: domain },
        warnings: [
          {
            code: "imitation",
            imitates,
            leadsTo: domain,
            message: `This address imitates ${imitates} but leads to ${domain}. Decline unless you know ${domain}.`,
          },
        ],
      });
    }
    tally("links that imitate a host", LOOK_ALIKES.length);
  });

  it("are told from ordinary ones", () => {
    for (const host of ORDINARY) {
      for (const options of [{}, { registrableDomain }]) {
        const found = inspectUrl(`https://${host}/`, options);
        expect(found, host).toMatchObject({ ok: true, warnings: [] });
      }
    }
    // A public address that is spelled is still an address.
    for (const host of ["8.8.8.8.sslip.io", "app-52-0-56-137.nip.io", "www.1.1.1.1.nip.io"]) {
      expect(inspectUrl(`https://${host}/`)).toMatchObject({ warnings: [{ code: "address" }] });
    }
  });
});
