import { createOidcIdentity } from "midcall/pages";
import { describe, expect, it } from "vitest";
import { type Browser, unescape } from "../../packages/midcall/test/pages/browser.js";
import { asked, AUTH, createLab, type Lab } from "../../packages/midcall/test/pages/lab.js";
import { tally } from "./tally.js";

/** A trip to sign in travels with the browser. What its cookie holds is good for that browser, state and purpose, once. */

const HOST = "mcp.example.org";
const GREETING = "Invoices needs a secret from you";

const secret = async (lab: Lab): Promise<string> =>
  (await lab.pages.secretLink({ ...asked(lab), name: "stripe" })).url;

/** Leaves for the other site with the button of a page, and gives the way back, which has not been opened yet. */
async function leave(browser: Browser, url: string, action?: string): Promise<string> {
  const leaving = await browser.pressOnly(await browser.open(url), action);
  const authorize = unescape(/content="0;url=([^"]*)"/.exec(leaving.body)![1]!);
  return (await browser.send(authorize)).headers.get("location")!;
}

const jar = (browser: Browser): Map<string, string> => browser.cookies.get(HOST)!;
const trips = (browser: Browser): [string, string][] =>
  [...jar(browser)].filter(([name]) => name.startsWith("__Host-midcall-trip"));

describe("the cookie of a trip", () => {
  it("gives nobody the verifier, the nonce or the link", async () => {
    let verifier: string | null = null;
    const lab = createWatchedLab(async (request, answer) => {
      verifier ??= new URLSearchParams(await request.text()).get("code_verifier");
      return answer();
    });
    const url = await secret(lab);
    const alice = lab.browserOf("alice");
    const back = await leave(alice, url);
    const cookies = trips(alice);
    expect(cookies).toHaveLength(1);
    const readable = [alice.trail, back, cookies, cookies.map(([, value]) => decoded(value))];
    const nonce = /[?&]nonce=([\w-]{43})/.exec(alice.trail.join())![1]!;
    expect((await alice.open(back)).title).toBe(GREETING);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(readable)).not.toContain(verifier);
    expect(JSON.stringify(readable.slice(1))).not.toContain(nonce);
    expect(JSON.stringify(readable.slice(1))).not.toContain(url.slice(-43));
    // And is gone once it has been used.
    expect(trips(alice)).toEqual([]);
  });

  it("is good in no other browser, for no other trip and purpose, changed in no bit, and not too late", async () => {
    const lab = createLab("oidc");
    const url = await secret(lab);
    const alice = lab.browserOf("alice");
    const back = await leave(alice, url);
    const [[name, value] = ["", ""]] = trips(alice);
    let tried = 0;
    const refused = async (browser: Browser, address: string): Promise<void> => {
      tried++;
      expect((await browser.open(address)).status).toBe(404);
    };
    // In Mallory's browser, who has a session of his own, or none.
    for (const opened of [true, false]) {
      const mallory = lab.browserOf("mallory");
      if (opened) await mallory.open(url);
      mallory.cookies.set(HOST, new Map([...(mallory.cookies.get(HOST) ?? []), [name, value]]));
      await refused(mallory, back);
    }
    // For another trip of Alice's own browser, and for a state nobody made.
    const other = await leave(alice, url);
    const [, [otherName] = [""]] = trips(alice);
    const swapped = alice.clone();
    jar(swapped).set(otherName, value);
    await refused(swapped, other);
    await refused(alice.clone(), back.replace(/state=[\w-]{43}/, `state=${"A".repeat(43)}`));
    await refused(alice.clone(), back.replace("/signed-in", "/callback/api"));
    // Changed or cut.
    const [version = "", sealed = ""] = value.split(/(?<=\.)/);
    const bytes = Buffer.from(sealed, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << (at % 8);
      for (const made of [changed, bytes.subarray(0, at)]) {
        const forged = alice.clone();
        jar(forged).set(name, version + made.toString("base64url"));
        await refused(forged, back);
      }
    }
    // An hour later.
    lab.clock.now += 60 * 60_000;
    await refused(alice.clone(), back);
    lab.clock.now -= 60 * 60_000;
    expect(lab.auth.exchanges).toBe(0);
    expect((await alice.open(back)).title).toBe(GREETING);
    tally("cookies of trips that were taken, swapped, changed or late", tried);
  });

  it("is good once, also where the cookie is kept and the service takes a code again and again", async () => {
    let tokens: Promise<string> | undefined;
    const lab = createWatchedLab(async (request, answer) => {
      if (!request.url.endsWith("/token")) return answer();
      tokens ??= answer().then((response) => response.text());
      return new Response(await tokens, { headers: { "content-type": "application/json" } });
    });
    const url = await secret(lab);
    const alice = lab.browserOf("alice");
    const back = await leave(alice, url);
    const kept = Array.from({ length: 20 }, () => alice.clone());
    const arrived = await Promise.all([alice, ...kept].map((browser) => browser.open(back)));
    expect(arrived.filter(({ title }) => title === GREETING)).toHaveLength(1);
    expect(arrived.filter(({ status }) => status === 404)).toHaveLength(20);
    tally("trips that were made once more", kept.length);
  });
});

describe("several tabs of one browser", () => {
  it("all get where they were going", async () => {
    const lab = createLab("oidc");
    const urls = await Promise.all(Array.from({ length: 5 }, () => secret(lab)));
    const alice = lab.browserOf("alice");
    const backs: string[] = [];
    for (const url of urls) backs.push(await leave(alice, url));
    // In another order. The first one signs the browser in; the others find it signed in already.
    for (const nr of [3, 0, 4, 1, 2]) {
      const page = await alice.open(backs[nr]!);
      expect([page.title, page.url]).toEqual([GREETING, urls[nr]]);
    }
    expect(trips(alice)).toEqual([]);
  });

  it("connect one account each", async () => {
    const lab = createLab("oidc");
    const alice = lab.browserOf("alice");
    const backs: string[] = [];
    for (let nr = 0; nr < 4; nr++) {
      const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
      await lab.enter(alice, link);
      backs.push(await leave(alice, link.url, "connect"));
    }
    for (const nr of [2, 0, 3, 1]) expect((await alice.open(backs[nr]!)).title).toBe("Connected");
  });

  it("never carry more than a server takes, however often somebody leaves and does not come back", async () => {
    const lab = createLab("oidc");
    const url = await secret(lab);
    const alice = lab.browserOf("alice");
    let back = "";
    for (let nr = 0; nr < 60; nr++) back = await leave(alice, url);
    const bytes = trips(alice).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    expect(bytes).toBeLessThan(8192);
    expect(trips(alice).length).toBeGreaterThanOrEqual(8);
    expect((await alice.open(back)).title).toBe(GREETING);
    tally("trips nobody came back from", 60);
  });

  it("are told where a service is asked for more scopes than a browser keeps", async () => {
    const lab = createLab("custom");
    const scopes = Array.from({ length: 200 }, (_, nr) => `https://scopes.example/${nr}`);
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes });
    const alice = lab.browserOf("alice");
    const page = await alice.press(await lab.enter(alice, link), "connect");
    expect(page.status).toBe(422);
    expect(lab.logs.join()).toContain("it has 200 scopes");
  });
});

/** A lab in which a test stands between the pages and the service where people sign in. */
function createWatchedLab(
  between: (request: Request, answer: () => Promise<Response>) => Promise<Response>,
): Lab {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    return between(request.clone(), () => lab.auth.fetch(request));
  };
  const identify = createOidcIdentity({ issuer: AUTH, clientId: "pages", fetch });
  const lab: Lab = createLab("oidc", { identify });
  return lab;
}

const decoded = (text: string): string => Buffer.from(text, "base64url").toString("latin1");
