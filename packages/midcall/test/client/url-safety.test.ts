import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { isPublic } from "../../src/client/url-safety/address.js";
import { toUnicode } from "../../src/client/url-safety/unicode.js";
import { inspectUrl } from "../../src/client/url-safety/inspect-url.js";
import type { UrlRefusal, UrlWarningCode } from "../../src/client/url-safety/inspect-url.js";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

const https = (hosts: readonly string[]): string[] => hosts.map((host) => `https://${host}/`);

const REFUSED: Readonly<Record<UrlRefusal, readonly unknown[]>> = {
  "not-a-url": [
    // A sentence hides nothing.
    ...["not a url", "Open the settings.\nThen come back."],
    ...[undefined, null, 7, {}, [], new URL("https://example.com"), Symbol("x")],
    ...[
      "",
      "example.com",
      "/path",
      "//example.com",
      "?q",
      "#f",
      "https://",
      "https:",
      "https://?q",
    ],
    ...https([
      "exa mple.com".replace(" ", "%20"),
      "example.com:99999",
      "example.com:x",
      "[::1",
      "::1",
    ]),
    ...https([
      "256.1.1.1",
      "1.2.3.4.5",
      "[fe80::1%25eth0]",
      "xn--",
      "xn--a",
      "a%00b.com",
      "a<b.com",
    ]),
    // Not the same site as without the dot, although people read it as that.
    ...https([
      "example.com.",
      "localhost.",
      "a..b.com",
      ".example.com",
      ".",
      "..",
      "10.example.com.",
    ]),
  ],
  "too-long": [
    `https://example.com/${"a".repeat(10_000)}`,
    `https://example.com/${"a".repeat(8192 - 19)}`,
    // Short as sent, long as shown.
    `https://example.com/${"é".repeat(3000)}`,
    `https://${"a.".repeat(130)}com/`,
    `https://${"a".repeat(300)}.com/`,
    "javascript:" + "a".repeat(9000),
    " ".repeat(9000),
  ],
  "hidden-characters": [
    ...[" https://example.com", "https://example.com ", "https://example.com/a b"],
    ...[
      "\thttps://example.com",
      "java\nscript:alert(1)",
      "https://exa\tmple.com",
      "https://a.com/\r\n",
    ],
    ...["https://example.com\\@evil.example", "https:\\\\example.com", "https:/\\example.com"],
    ...[
      "https://example.com/\u202Egpj.exe",
      "https://example.com/\u2066x\u2069",
      "https://a\u200Bb.com",
    ],
    ...["https://example.com/\u0000", "https://example.com/\u007F", "\uFEFFhttps://example.com"],
    ...[
      "https://a\u00ADb.com",
      "https://example.com/\uD800",
      "https://example.com/\u00A0",
      "https://a\u3000.com",
    ],
  ],
  scheme: [
    ...["javascript:alert(1)", "JavaScript:alert(1)", "javascript://example.com/%0aalert(1)"],
    ...["data:text/html,<script>1</script>", "file:///etc/passwd", "file://server/share"],
    ...["blob:https://example.com/1", "about:blank", "view-source:https://example.com"],
    ...["ftp://example.com/", "ws://example.com/", "wss://example.com/", "mailto:a@example.com"],
    ...[
      "vscode://x/y",
      "ms-settings:x",
      "intent://x#Intent;end",
      "filesystem:https://example.com/x",
    ],
    ...[
      "http://example.com/",
      "http://10.0.0.1/",
      "http://0.0.0.0/",
      "http://localhost.example.com/",
    ],
    ...[
      "http://[::ffff:127.0.0.1]/",
      "http://localhost@example.com/",
      "http://127.0.0.1.example.com/",
    ],
    ...["ssh://git@example.com", "chrome://settings", "tel:123", "vbscript:x", "x:y"],
  ],
  credentials: [
    ...[
      "https://user@example.com/",
      "https://user:pass@example.com/",
      "https://:pass@example.com/",
    ],
    ...["https://@example.com/", "https://:@example.com/", "https://github.com@evil.example/"],
    ...["https:user@example.com/", "https:///user@example.com/", "https://a@b@example.com/"],
    ...[
      "https://github.com%2F@evil.example/",
      "http://user@localhost:3000/",
      "HTTPS://u@example.com",
    ],
  ],
  "private-host": [
    ...https([
      "10.0.0.1",
      "10.255.255.255",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "192.168.1.1",
    ]),
    ...https([
      "169.254.169.254",
      "169.254.0.1",
      "100.64.0.1",
      "100.127.255.255",
      "100.100.100.200",
    ]),
    ...https([
      "0.0.0.0",
      "0.1.2.3",
      "0",
      "224.0.0.1",
      "239.255.255.255",
      "240.0.0.1",
      "255.255.255.255",
    ]),
    ...https(["192.0.0.192", "198.18.0.1", "198.19.255.255"]),
    ...https([
      "2852039166",
      "0xa9fea9fe",
      "0251.0376.0251.0376",
      "0xa9.254.0xa9fe",
      "169.254.43518",
    ]),
    ...https([
      "10.1",
      "0xa.1",
      "012.1",
      "167772161",
      "192.168.257",
      "１０.0.0.1",
      "10。0。0。1",
      "10.0.0.1.",
    ]),
    ...https([
      "[::]",
      "[::ffff:10.0.0.1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:8.8.8.8]",
      "[::127.0.0.1]",
    ]),
    ...https([
      "[fe80::1]",
      "[febf::1]",
      "[fc00::1]",
      "[fdff::1]",
      "[fec0::1]",
      "[ff02::1]",
      "[100::1]",
    ]),
    ...https([
      "[64:ff9b::a00:1]",
      "[64:ff9b:1::1]",
      "[2002:7f00:1::]",
      "[2002:a00:1::1]",
      "[2001::1]",
    ]),
    ...https([
      "[2001:0:4136:e378::1]",
      "[0:0:0:0:0:ffff:a9fe:a9fe]",
      "[::2]",
      "[4000::1]",
      "[fd00:ec2::254]",
    ]),
    ...https(["intranet", "router", "metadata", "printer.local", "PRINTER.LOCAL", "db.internal"]),
    ...https([
      "metadata.google.internal",
      "nas.lan",
      "kubernetes.default.svc",
      "vault.team.svc.cluster.local",
      "wiki.corp",
      "a.home",
      "b.home.arpa",
      "x.private",
    ]),
    ...https(["localhost.localdomain", "x.intranet", "com", "localhos%74x"]),
  ],
};

const ACCEPTED: readonly (readonly [string, readonly UrlWarningCode[]])[] = [
  ["https://example.com", []],
  ["HTTPS://EXAMPLE.COM/Path", []],
  ["https:example.com", []],
  ["https://example.com:443/", []],
  ["https://www.example.co.uk/a/b?c=d&e=%20#f", []],
  ["https://example.com/?next=https://user:pw@evil.example/", []],
  ["https://example.com/@user", []],
  ["https://example.com/#a@b", []],
  ["https://exa%6Dple.com/", []],
  ["https://ｅxample.com/", []],
  ["https://a_b.example.com/", []],
  ["https://10.example.com/", []],
  ["https://10.0.0.1.example.com/", []],
  ["https://localhost.example.com/", []],
  ["https://local.example.com/", []],
  ["https://example.internal.com/", []],
  ["https://shop.com.au/", []],
  ["https://cdn.dev.example.com/", []],
  ["https://example.com/xn--80ak6aa92e", []],
  ["http://localhost/", ["loopback"]],
  ["http://localhost:8080/callback", ["loopback"]],
  ["https://localhost:8443/", ["loopback"]],
  ["http://app.localhost:3000/", ["loopback"]],
  ["http://LOCALHOST/", ["loopback"]],
  ["http://127.0.0.1:3000/", ["loopback"]],
  ["http://127.1/", ["loopback"]],
  ["http://127.0.0.1./", ["loopback"]],
  ["http://2130706433/", ["loopback"]],
  ["http://0x7f.1/", ["loopback"]],
  ["http://127.255.255.254/", ["loopback"]],
  ["http://[::1]:9000/", ["loopback"]],
  ["http://[0:0:0:0:0:0:0:1]/", ["loopback"]],
  ["https://8.8.8.8/", ["address"]],
  ["https://134744072/", ["address"]],
  ["https://11.0.0.1/", ["address"]],
  ["https://172.15.0.1/", ["address"]],
  ["https://172.32.0.1/", ["address"]],
  ["https://100.63.0.1/", ["address"]],
  ["https://100.128.0.1/", ["address"]],
  ["https://169.253.0.1/", ["address"]],
  ["https://192.169.0.1/", ["address"]],
  ["https://198.20.0.1/", ["address"]],
  ["https://223.255.255.255/", ["address"]],
  ["https://[2606:4700::1111]/", ["address"]],
  ["https://[2001:4860:4860::8888]/", ["address"]],
  ["https://[2a00:1450::1]:444/", ["address", "port"]],
  ["https://example.com:8443/", ["port"]],
  ["https://example.com:80/", ["port"]],
  ["https://github.com.evil.example/", ["imitation"]],
  ["https://accounts.google.com-login.example.net/", ["imitation"]],
  ["https://www.irs.gov.refund.example/", ["imitation"]],
  ["https://bücher.example/", ["punycode"]],
  ["https://xn--bcher-kva.example/", ["punycode"]],
  ["https://xn--fa-hia.de/", ["punycode"]],
  ["https://例え.テスト/", ["punycode"]],
  ["https://日本語abc.example/", ["punycode"]],
  ["https://한국.example/", ["punycode"]],
  // All Cyrillic, reads "apple": no mixture, and still a warning.
  ["https://xn--80ak6aa92e.com/", ["punycode"]],
  // One Cyrillic letter in "apple", as Unicode and as Punycode.
  ["https://\u0430pple.com/", ["punycode", "mixed-script"]],
  ["https://xn--pple-43d.com/", ["punycode", "mixed-script"]],
  ["https://login.g\u043E\u043Egle.com/", ["punycode", "mixed-script"]],
  ["https://\u03BFmega.example/", ["punycode", "mixed-script"]],
  ["https://\u03C9\u0430.example/", ["punycode", "mixed-script"]],
  ["https://\u0430pple.com:444/", ["punycode", "mixed-script", "port"]],
  [`https://example.com/${"a".repeat(3000)}`, ["long"]],
  [`https://${"a".repeat(60)}.${"b".repeat(30)}.example/`, ["long"]],
  [`https://example.com/${"a".repeat(2048 - 20)}`, []],
];

const warnings = (raw: unknown): string[] => {
  const found = inspectUrl(raw);
  if (!found.ok) throw new Error(`${String(raw)} is refused: ${found.reason}`);
  return found.warnings.map(({ code }) => code);
};

const show = (value: unknown): string => String(value).slice(0, 60);

describe("a URL no person is asked to open", () => {
  for (const [reason, urls] of Object.entries(REFUSED)) {
    it.each(urls.map((url) => [show(url), url]))(`${reason}: %j`, (_, url) => {
      const found = inspectUrl(url);
      expect(found).toEqual({ ok: false, reason, message: expect.stringMatching(/^\w.+\.$/) });
    });
  }
});

describe("a URL a person may be asked to open", () => {
  it("is the same one after V8 has compiled what looks at it", () => {
    // URL.canParse of Node 20 then denied it of the letters of Latin-1.
    for (let times = 0; times < 20_000; times++) inspectUrl("https://example.com/");
    expect(inspectUrl("https://b\u00fccher.example/")).toMatchObject({ ok: true });
  });

  it.each(ACCEPTED)("%s", (url, codes) => {
    expect(warnings(url)).toEqual(codes);
    const found = inspectUrl(url);
    if (!found.ok) throw new Error("refused");
    const { before, highlight, after } = found.parts;
    expect(before + highlight + after).toBe(found.url);
    expect(found.url).toBe(new URL(url).href);
    expect(highlight).toBe(new URL(url).hostname);
    for (const { message } of found.warnings) expect(message).toMatch(/^[A-Z].+\.$/);
  });

  it("shows what the letters behind xn-- are", () => {
    expect(inspectUrl("https://login.xn--pple-43d.com/x")).toMatchObject({
      url: "https://login.xn--pple-43d.com/x",
      parts: { before: "https://", highlight: "login.xn--pple-43d.com", after: "/x" },
      unicodeHost: "login.\u0430pple.com",
    });
  });
});

describe("options", () => {
  const suffix = (hostname: string): string => hostname.split(".").slice(-2).join(".");
  const parts = (url: string, registrableDomain: (hostname: string) => string | undefined) => {
    const found = inspectUrl(url, { registrableDomain });
    return found.ok && found.parts;
  };

  it("highlights the registrable domain where a list is supplied", () => {
    expect(parts("https://github.com.evil.example:444/a", suffix)).toEqual({
      before: "https://github.com.",
      highlight: "evil.example",
      after: ":444/a",
    });
  });

  it("highlights the whole host where the list knows nothing, is wrong or throws", () => {
    const lists = [
      () => undefined,
      () => "",
      () => "other.example",
      () => "xample.com",
      () => {
        throw new Error("no list");
      },
      () => 7 as unknown as string,
    ];
    for (const list of lists) {
      expect(parts("https://www.example.com/", list)).toMatchObject({
        highlight: "www.example.com",
      });
    }
  });

  it("says which end of the host owns it, and nothing where that is not known", () => {
    const domainOf = (
      url: string,
      registrableDomain?: (hostname: string) => string | undefined,
    ) => {
      const found = inspectUrl(url, { registrableDomain });
      return found.ok ? found.domain : found.reason;
    };
    expect(domainOf("https://github.com.login.evil.example/")).toBeUndefined();
    expect(domainOf("https://www.example.co.uk/", () => undefined)).toBeUndefined();
    expect(domainOf("https://github.com.login.evil.example/", suffix)).toBe("evil.example");
    // These have no other end.
    for (const host of ["example.com", "localhost", "8.8.8.8", "[2606:4700::1111]"]) {
      expect(domainOf(`${host === "localhost" ? "http" : "https"}://${host}/`)).toBe(host);
    }
  });

  it("names in its warnings what to do, and what to look at", () => {
    const messages = (url: string, registrableDomain?: (hostname: string) => string) => {
      const found = inspectUrl(url, { registrableDomain });
      return found.ok ? found.warnings.map(({ message }) => message) : [];
    };
    expect(messages("https://github.com.login.evil.example/", suffix)).toEqual([
      "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
    ]);
    expect(messages("https://github.com.login.evil.example/")).toEqual([
      "This address imitates github.com, but its end says where it leads. Decline unless you know this whole address.",
    ]);
    expect(messages("https://sso.example.com:8443/", suffix)).toEqual([
      "This address uses port 8443, which is unusual. Decline unless you know that example.com uses it.",
    ]);
    for (const url of ACCEPTED.map(([given]) => given)) {
      for (const message of messages(url)) expect(message).toMatch(/\. Decline unless you .+\.$/);
    }
  });

  it("does not ask the list about addresses", () => {
    // A list that throws would be ignored, so it is watched instead.
    const list = vi.fn(() => "");
    for (const url of ["https://8.8.8.8/", "https://[2606:4700::1111]/", "http://127.0.0.1/"]) {
      expect(parts(url, list)).toMatchObject({ highlight: new URL(url).hostname });
    }
    expect(list).not.toHaveBeenCalled();
    parts("https://www.example.com/", list);
    expect(list).toHaveBeenCalledOnce();
  });

  it("lets through the private hosts a host author names, and only over https", () => {
    const allowPrivate = (hostname: string): boolean => hostname === "sso.corp";
    expect(inspectUrl("https://sso.corp/", { allowPrivate })).toMatchObject({ ok: true });
    expect(inspectUrl("http://sso.corp/", { allowPrivate })).toMatchObject({ reason: "scheme" });
    expect(inspectUrl("https://hr.corp/", { allowPrivate })).toMatchObject({
      reason: "private-host",
    });
    const broken = (): boolean => {
      throw new Error("broken");
    };
    expect(inspectUrl("https://sso.corp/", { allowPrivate: broken })).toMatchObject({ ok: false });
  });
});

describe("the open internet", () => {
  // First and last address of every range that is not on it, as the registries list them.
  const CLOSED: readonly (readonly [string, string])[] = [
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["224.0.0.0", "255.255.255.255"],
  ];
  const toNumber = (address: string): number =>
    address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const ranges = CLOSED.map(([first, last]) => [toNumber(first), toNumber(last)] as const);

  it("is told from other networks for every first half of an IPv4 address", () => {
    const wrong: string[] = [];
    for (let half = 0; half < 65_536; half++) {
      for (const end of ["0.0", "0.255", "255.255"]) {
        const address = `${half >> 8}.${half & 255}.${end}`;
        const value = toNumber(address);
        const closed = ranges.some(([first, last]) => value >= first && value <= last);
        if (isPublic(address) === closed) wrong.push(address);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("is told from other networks for every first part of an IPv6 address", () => {
    const wrong: string[] = [];
    for (let part = 0; part < 65_536; part++) {
      const { hostname } = new URL(`https://[${part.toString(16)}:4860::8888]/`);
      const open = part >= 0x2000 && part < 0x4000 && part !== 0x2002;
      if (isPublic(hostname) !== open) wrong.push(hostname);
    }
    expect(wrong).toEqual([]);
  });
});

describe("whatever comes", () => {
  const bytes = fc.integer({ min: 0, max: 255 });
  const address = fc.oneof(
    fc.tuple(bytes, bytes, bytes, bytes),
    fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 224), bytes, bytes, bytes),
    fc.tuple(fc.constant(169), fc.constant(254), bytes, bytes),
  );

  it("judges an IPv4 address the same in all its spellings", () => {
    fc.assert(
      fc.property(
        address,
        fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (parts, bases, count) => {
          const number = parts.reduce((sum, part) => sum * 256 + part, 0);
          // The last part takes up whatever the ones before leave.
          const values = [...parts.slice(0, count - 1), number % 256 ** (5 - count)];
          const spelled = values
            .map((value, index) => {
              const base = bases[index]!;
              return (base === 8 ? "0" : base === 16 ? "0x" : "") + value.toString(base);
            })
            .join(".");
          const fullWidth = parts
            .join("。")
            .replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
          const plain = inspectUrl(`https://${parts.join(".")}/`);
          expect(inspectUrl(`https://${spelled}/`)).toEqual(plain);
          expect(inspectUrl(`https://${fullWidth}/`)).toEqual(plain);
          expect(inspectUrl(`https://${parts.join(".")}./`)).toEqual(plain);
        },
      ),
      { numRuns: scaled(400, 3000) },
    );
  });

  it("never throws, and what it lets through is https or this computer, without credentials", () => {
    const piece = fc.constantFrom(
      ...[
        "https:",
        "http:",
        "//",
        "/",
        "@",
        ":",
        "\\",
        "xn--",
        ".",
        "localhost",
        "127.0.0.1",
        "[::1]",
      ],
      ...[
        "example.com",
        "a",
        "-",
        "?",
        "#",
        "%00",
        "%2e",
        "\u0430",
        "\u202e",
        "é",
        "[",
        "]",
        "0x7f",
        "9",
      ],
    );
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: codePoint, maxLength: 30 }).map((host) => `https://${host}.com/`),
    );
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof(text, fc.anything()), (raw) => {
        const found = inspectUrl(raw);
        if (!found.ok) {
          seen.refused++;
          expect(found.message).not.toBe("");
          return;
        }
        seen.accepted++;
        const url = new URL(found.url);
        expect(url.href).toBe(found.url);
        expect([url.username, url.password]).toEqual(["", ""]);
        expect(found.parts.before + found.parts.highlight + found.parts.after).toBe(found.url);
        expect(found.parts).toMatchObject({ before: `${url.protocol}//`, highlight: url.hostname });
        expect(found.url).toMatch(/^[!-~]+$/);
        if (url.protocol !== "https:") expect(url.hostname).toMatch(/^127\.|^\[::1\]$|localhost$/);
      }),
      { numRuns: scaled(1_500, 20_000) },
    );
    expect(seen.accepted).toBeGreaterThan(scaled(75, 1000));
    expect(seen.refused).toBeGreaterThan(scaled(75, 1000));
  });

  it("decodes xn-- labels as the platform does", () => {
    const letter = fc.constantFrom(..."abz09-éßöåжщαωаبحभक日本語한국ไ𐐨𝒳😀");
    const unit = fc.oneof(letter, fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }));
    let decoded = 0;
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 40 }), (label) => {
        if (!URL.canParse(`https://${label}.example/`)) return;
        const { hostname } = new URL(`https://${label}.example/`);
        if (!hostname.includes("xn--")) return;
        const expected = domainToUnicode(hostname);
        if (/[\p{C}\p{Z}]/u.test(expected)) return;
        decoded++;
        expect(toUnicode(hostname)).toBe(expected);
      }),
      { numRuns: scaled(700, 5000) },
    );
    expect(decoded).toBeGreaterThan(scaled(140, 1000));
  });

  it("ends with any text behind xn--", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 300 }), (code) => {
        expect(typeof toUnicode(`xn--${code}`)).toBe("string");
      }),
      { numRuns: scaled(400, 3000) },
    );
    expect(toUnicode(`xn--${"9".repeat(200)}`)).toBe(`xn--${"9".repeat(200)}`);
    expect(toUnicode("xn--a")).toBe("xn--a");
    // Decodes to a zero-width space: shown as code.
    expect(toUnicode("xn--ab-g1t.example")).toBe("xn--ab-g1t.example");
  });
});
