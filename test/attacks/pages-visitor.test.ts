import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  hiddenInputs,
  type Browser,
  type Seen,
} from "../../packages/midcall/test/pages/browser.js";
import {
  API,
  asked,
  createLab,
  strategies,
  type Lab,
  type Strategy,
} from "../../packages/midcall/test/pages/lab.js";
import { tally } from "./tally.js";

/** Somebody unknown who has got hold of an address, or makes one up. */

const anything = (): string => randomBytes(32).toString("base64url");

/** What a page says, without what is random in every page. */
const blank = ({ status, headers, body }: Seen, token: string): unknown => {
  const plain = (text: string): string =>
    text
      .replaceAll(token, "TOKEN")
      .replace(/name="proof" value="[^"]*"/g, "PROOF")
      .replace(/data-id="[^"]*" data-key="[^"]*"/, "KEY")
      .replace(/(state|nonce|code_challenge)=[\w-]{43}/g, "$1")
      .replace(/(midcall[\w-]*)=[\w-]+/g, "$1");
  const said = [...headers].filter(([name]) => name !== "set-cookie" && name !== "content-length");
  const cookies = headers
    .getSetCookie()
    .map((line) => plain(line).replace(/-[\w-]{16}(?==|$)/, ""));
  return [status, plain(body), said.map(([name, value]) => [name, plain(value)]), cookies.length];
};

/** Everything such a visitor can do with an address, one after the other. */
async function tryAll(lab: Lab, url: string): Promise<unknown[]> {
  const token = url.slice(-43);
  const mallory: Browser = lab.browserOf("mallory");
  mallory.cookies.delete("mcp.example.org");
  const seen: unknown[] = [];
  const note = (page: Seen): Seen => (seen.push(blank(page, token)), page);
  const post = (body: string): Promise<Seen> =>
    mallory.send(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const gate = note(await mallory.send(url));
  for (const tail of ["?again", "?review", "?empty", "?code=1", "#x"]) {
    note(await mallory.send(url + tail));
  }
  note(await mallory.send(url, { method: "HEAD" }));
  note(await mallory.send(url, { method: "PUT", body: "x" }));
  const proof = new URLSearchParams(hiddenInputs(gate.body)).get("proof") ?? "";
  for (const action of ["save", "decline", "cancel", "connect", "approve", "switch"]) {
    note(await post(`action=${action}`));
    note(await post(`action=${action}&proof=${encodeURIComponent(proof)}`));
  }
  // More than may be tried in a minute.
  for (let nr = 0; nr < 15; nr++) {
    note(await post(`proof=${encodeURIComponent(proof)}&code=AAA-AA${nr}`));
  }
  return seen;
}

describe.each<Strategy>([...strategies])("somebody unknown, with %s", (strategy) => {
  it("does not learn whether a link exists, is open, or was ever one, and uses none up", async () => {
    const lab = createLab(strategy);
    const open = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const ended = await lab.pages.approvalLink(asked(lab));
    await lab.pages.complete(ended.id, { status: "declined" });
    const late = await lab.pages.approvalLink({ ...asked(lab), ttlMs: 1 });
    lab.clock.now += 10;
    const connect = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
    const none = open.url.slice(0, -43) + anything();
    const expected = await tryAll(lab, none);
    for (const { url } of [open, ended, late, connect]) {
      expect(await tryAll(lab, url)).toEqual(expected);
    }
    tally("looks of somebody unknown at a link", 5 * expected.length);
    expect(await open.completed()).toBeUndefined();
    expect(await open.seen()).toBe("none");
    lab.clock.now += 60_000;
    const alice = await lab.enter(lab.browserOf("alice"), open);
    expect(alice.title).toBe("Invoices needs a secret from you");
  });
});

it("no name, message or label gets out of its place", async () => {
  const evil = [
    "a\r\nset-cookie: x=1\r\n\r\n<script>alert(1)</script>",
    '"><meta http-equiv="refresh" content="0;url=https://evil.example">',
    "'-->0;url=https://evil.example",
    "\u0000\u2028</title><base href=//evil.example>",
    "${7*7}{{7*7}}<!--",
  ];
  const metadata = { authorization_endpoint: `${API}/authorize`, token_endpoint: `${API}/token` };
  let tried = 0;
  for (const text of evil) {
    const lab = createLab("custom", {
      providers: { api: { issuer: API, clientId: text, label: text, metadata } },
    });
    const words = { ...asked(lab), server: text, message: text };
    const links = [
      await lab.pages.secretLink({ ...words, name: text }),
      await lab.pages.connectLink({ ...words, provider: "api" }),
      await lab.pages.approvalLink({ ...words, label: text, url: "https://pay.example/'\"><x>" }),
    ];
    for (const link of links) {
      const alice = lab.browserOf("alice");
      const page = await lab.enter(alice, link);
      const pages = [page];
      for (const action of ["go", "save", "connect", text, "decline"]) {
        pages.push(await alice.pressOnly(page, undefined, { action }));
      }
      for (const { headers, body, status } of pages) {
        tried++;
        expect(headers.get("set-cookie") ?? "").not.toContain("x=1");
        expect(body).not.toMatch(
          /<script|<base|<x>|<meta http-equiv="refresh"(?! content="0;url=https:\/\/(?:pay|api)\.example)/,
        );
        const location = headers.get("location");
        if (location !== null) expect(location).toContain(`${lab.base}/l/`);
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(status).toBeLessThan(500);
      }
    }
  }
  tally("texts that try to get out of a page", tried);
});
