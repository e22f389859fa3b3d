import { beforeEach, describe, expect, it } from "vitest";
import { createOidcIdentity } from "midcall/pages";
import { type PageLink } from "../../src/pages/links/links.js";
import { type Browser, unescape } from "./browser.js";
import { FakeIssuer } from "./fake-issuer.js";
import { API, AUTH, asked, createLab, strategies, type Lab } from "./lab.js";

/*
 * The story of the specification: Alice starts a visit and gets Bob to open her link. What Bob has must not
 * end up with Alice, and what is Alice's must not be shown to Bob. With `local`, Bob is somebody else at
 * the same machine, or a site that makes the browser go there: somebody who never saw the question.
 */
describe.each(strategies)("Bob and the link of Alice, with %s identity", (strategy) => {
  let lab: Lab;
  let bob: Browser;
  const MESSAGE = "A message only Alice may read.";

  beforeEach(() => {
    lab = createLab(strategy);
    bob = lab.browserOf("bob");
  });

  const secret = (): Promise<PageLink> =>
    lab.pages.secretLink({ ...asked(lab), message: MESSAGE, name: "stripe" });
  const connect = (): Promise<PageLink> =>
    lab.pages.connectLink({ ...asked(lab), message: MESSAGE, provider: "api", scopes: ["read"] });

  /** As far as Bob can get: signed in as himself, without the code of a question he was never asked. */
  const enterAsBob = async (link: PageLink): Promise<Awaited<ReturnType<Browser["open"]>>> =>
    lab.enter(bob, { ...link, code: "AAA-AAA" });

  const nothingKept = async (principals = [lab.alice, "bob", "alice", "local"]): Promise<void> => {
    for (const principal of principals) {
      for (const name of ["stripe", "oauth:api"]) {
        expect(await lab.vault.get({ principal, server: "Invoices", name })).toBeUndefined();
      }
    }
  };

  it("shows him nothing before it knows who he is, and nothing afterwards [ELI-25B-63, ELI-26-54]", async () => {
    for (const link of [await secret(), await connect()]) {
      const gate = await bob.send(link.url);
      const inside = await enterAsBob(link);
      for (const page of [gate, inside]) {
        expect(page.body).not.toContain(MESSAGE);
        expect(page.body).not.toContain("Invoices");
        expect(page.body).not.toContain("Example API");
        expect(page.body).not.toMatch(/name="f0"|value="(save|connect)"/);
      }
      expect(await link.completed()).toBeUndefined();
    }
  });

  it("does not even tell him whether it is a link [ELI-25B-63, ELI-26-54]", async () => {
    const link = await secret();
    const gone = new URL(link.url);
    gone.pathname = `${gone.pathname.slice(0, -43)}${"A".repeat(43)}`;
    const blank = (body: string, url: string): string =>
      body
        .replaceAll(new URL(url).pathname, "PATH")
        .replace(/name="proof" value="[^"]*"/g, "PROOF")
        .replace(/data-id="[^"]*" data-key="[^"]*"/, "KEY");
    const other = { ...link, url: gone.href, code: "AAA-AAA" };
    const real = await enterAsBob(link);
    const made = await lab.enter(bob, other);
    expect(blank(made.body, other.url)).toBe(blank(real.body, link.url));
    expect(made.status).toBe(real.status);
  });

  it("takes nothing he sends, and stays good for Alice [ELI-25B-64, ELI-26-55]", async () => {
    const link = await secret();
    await enterAsBob(link);
    for (const action of ["save", "approve", "send", "connect", "decline", "cancel", "go"]) {
      const sent = await bob.send(link.url, {
        method: "POST",
        body: new URLSearchParams({ action, f0: "bobs key" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(sent.status).toBeGreaterThanOrEqual(strategy === "custom" ? 300 : 400);
    }
    await nothingKept();
    expect(await link.completed()).toBeUndefined();
    if (strategy !== "local") expect(await link.seen()).toBe("wrong-user");
    const alice = lab.browserOf("alice");
    const done = await alice.press(await lab.enter(alice, link), "save", { f0: "alices key" });
    expect(done.title).toBe("Saved");
    expect(await link.seen()).toBe("user");
  });

  it("recognises him whatever he, or Alice, does to the address [ELI-25B-65, ELI-26-56]", async () => {
    const link = await secret();
    await enterAsBob(link);
    const changed = [
      "?principal=alice",
      "?sub=alice&user=alice&elicitationId=1",
      "?code=x&state=y",
      "#alice",
      "/",
      "/alice",
      "%00",
      "?principal=bob",
      ";user=alice",
      "//",
    ].map((tail) => link.url + tail);
    changed.push(link.url.replace("/l/", "/l/../l/"), link.url.replace("/l/", "//l/"));
    changed.push(link.url.toUpperCase().replace(/^HTTPS?:\/\/[^/]*/i, new URL(link.url).origin));
    for (const url of changed) {
      const page = await lab.enter(bob, { ...link, url, code: "AAA-AAA" });
      expect(page.body, url).not.toContain(MESSAGE);
      expect(page.body, url).not.toMatch(/name="f0"/);
    }
    // Nor is Alice anybody else because of an address.
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, { ...link, url: `${link.url}?principal=bob` });
    expect(page.body).toContain(MESSAGE);
    await alice.press(page, "save", { f0: "alices key" });
    expect(
      await lab.vault.get({ principal: "bob", server: "Invoices", name: "stripe" }),
    ).toBeUndefined();
  });

  it("never ties his account at the other service to Alice [ELI-25B-64, ELI-26-55]", async () => {
    const link = await connect();
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    // Alice goes as far as the address of the service and hands that to Bob.
    const leaving = await alice.pressOnly(page, "connect");
    const authorize = /content="0;url=([^"]*)"/.exec(leaving.body)![1]!.replaceAll("&amp;", "&");
    await enterAsBob(link);
    const callback = await bob.open(authorize);
    expect(callback.status).toBe(404);
    expect(lab.api.exchanges).toBe(0);
    await nothingKept();
    expect(await link.completed()).toBeUndefined();
    // Hers is still good.
    expect((await alice.press(page, "connect")).title).toBe("Connected");
    const account = { principal: lab.alice, server: "Invoices", provider: "api" };
    expect((await lab.pages.tokens.get(account))?.token.reveal()).toMatch(/^at-alice-there/);
  });

  it("does not let Alice's code be finished in his browser, nor his in hers", async () => {
    const link = await connect();
    const alice = lab.browserOf("alice");
    const leaving = await alice.pressOnly(await lab.enter(alice, link), "connect");
    const authorize = /content="0;url=([^"]*)"/.exec(leaving.body)![1]!.replaceAll("&amp;", "&");
    // Bob consents with his own account; the callback is caught and opened by Alice: here it is her visit, and
    // PKCE and state are hers, so only what she started herself can come back. A code of Bob's trip does not fit.
    const bobsLab = await bob.send(authorize);
    const caught = new URL(bobsLab.headers.get("location")!);
    const own = lab.browserOf("alice");
    const page = await own.open(caught.href); // another browser of Alice's
    expect(page.status).toBe(404);
    expect(lab.api.exchanges).toBe(0);
    await nothingKept();
  });

  it("refuses a callback a second time", async () => {
    const link = await connect();
    const alice = lab.browserOf("alice");
    expect((await alice.press(await lab.enter(alice, link), "connect")).title).toBe("Connected");
    const callback = alice.trail.find((line) => line.includes("/callback/"))!.slice(4);
    lab.api.exchanges = 0;
    for (const browser of [alice, alice.clone(), bob]) {
      expect((await browser.open(callback)).status).toBe(404);
    }
    expect(lab.api.exchanges).toBe(0);
  });

  it("refuses an answer that another issuer gave", async () => {
    const link = await connect();
    const alice = lab.browserOf("alice");
    for (const tamper of [
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
      (url: URL) => url.searchParams.delete("iss"),
      (url: URL) => url.searchParams.append("iss", "https://evil.example"),
      (url: URL) => url.searchParams.append("code", "another"),
      (url: URL) => url.searchParams.set("state", "B".repeat(43)),
      (url: URL) => (url.pathname = url.pathname.replace("/callback/api", "/signed-in")),
    ]) {
      lab.api.tamper = tamper;
      const page = await alice.press(await lab.enter(alice, link), "connect");
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.status).toBeLessThan(500);
    }
    expect(lab.api.exchanges).toBe(0);
    await nothingKept();
    expect(await link.completed()).toBeUndefined();
    lab.api.tamper = () => {};
    expect((await alice.press(await lab.enter(alice, link), "connect")).title).toBe("Connected");
  });

  it("does not take the code of one service to another that led the person there [RFC 9700, 4.4]", async () => {
    // Neither says who it is; only the redirect URI tells them apart.
    const honest = new FakeIssuer({ origin: "https://honest.example", clientId: "m", iss: false });
    const hostile = new FakeIssuer({ origin: "https://evil.example", clientId: "m", iss: false });
    lab = createLab(strategy, {
      providers: {
        honest: { issuer: honest.origin, clientId: "m", fetch: honest.fetch },
        hostile: { issuer: hostile.origin, clientId: "m", fetch: hostile.fetch },
      },
    });
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "hostile" });
    const alice = lab.browserOf("alice");
    const leaving = await alice.pressOnly(await lab.enter(alice, link), "connect");
    const sent = new URL(unescape(/0;url=([^"]*)/.exec(leaving.body)![1]!)).searchParams;
    const code = honest.code("alice", sent);
    const back = `${lab.base}/callback/honest?code=${code}&state=${sent.get("state")}`;
    expect((await alice.open(back)).status).toBe(404);
    expect(hostile.exchanges + honest.exchanges).toBe(0);
    expect(await link.completed()).toBeUndefined();
  });

  it("is not fooled by cookies that are swapped, cut or made up", async () => {
    const link = await secret();
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    await enterAsBob(link);
    const host = new URL(link.url).hostname;
    if (strategy !== "custom") {
      // Bob sends Alice's form with his own cookie.
      const stolenForm = await bob.pressOnly(page, "save", { f0: "bobs key" });
      expect(stolenForm.status).toBeGreaterThanOrEqual(403);
      for (const [name, value] of bob.cookies.get(host) ?? []) {
        for (const made of [
          "",
          "A".repeat(43),
          value.slice(0, -1),
          `${value}A`,
          `${value.slice(0, -1)}_`,
        ]) {
          const forged = lab.browserOf("bob");
          forged.cookies.get(host)?.clear();
          forged.cookies.set(host, new Map([[name, made]]));
          expect((await forged.send(link.url)).body).not.toContain(MESSAGE);
        }
      }
    } else {
      // Alice's page, sent while the browser is signed in as Bob, and the other way round.
      const mixed = alice.clone();
      mixed.cookies.get(host)!.set("site-user", "bob");
      expect((await mixed.pressOnly(page, "save", { f0: "bobs key" })).status).toBe(404);
    }
    await nothingKept();
    expect(await link.completed()).toBeUndefined();
  });
});

describe("sign-in traps", () => {
  it("does not sign Bob's browser in as Alice (login CSRF)", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const gate = await alice.open(link.url);
    const leaving = await alice.pressOnly(gate, undefined);
    const authorize = /content="0;url=([^"]*)"/.exec(leaving.body)![1]!.replaceAll("&amp;", "&");
    const back = (await alice.send(authorize)).headers.get("location")!;
    // Alice makes Bob's browser open the way back of her own sign-in.
    const bob = lab.browserOf("bob");
    await bob.open(link.url);
    const trap = await bob.open(back);
    expect(trap.status).toBe(404);
    expect((await bob.open(link.url)).title).toBe("Sign in to continue");
    expect(lab.auth.exchanges).toBe(0);
    // In hers it works, once.
    expect((await alice.open(back)).title).toBe("Invoices needs a secret from you");
    expect((await alice.open(back)).status).toBe(404);
  });

  it("uses a sign-in up with the first answer, also with one that did not work", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const leaving = await alice.pressOnly(await alice.open(link.url), undefined);
    const authorize = /content="0;url=([^"]*)"/.exec(leaving.body)![1]!.replaceAll("&amp;", "&");
    const back = (await alice.send(authorize)).headers.get("location")!;
    lab.auth.down = true;
    expect((await alice.open(back)).status).toBe(403);
    lab.auth.down = false;
    expect((await alice.open(back)).status).toBe(404);
    expect(lab.auth.exchanges).toBe(0);
  });

  it("takes the time somebody needs to sign in, the same for a link and for what is none", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", ttlMs: 7_200_000 });
    const none = new URL(link.url);
    none.pathname = `${none.pathname.slice(0, -43)}${"A".repeat(43)}`;
    for (const minutes of [59, 60]) {
      const titles = [];
      for (const url of [link.url, none.href]) {
        const somebody = lab.browserOf(url === link.url ? "alice" : "bob");
        const leaving = await somebody.pressOnly(await somebody.open(url), undefined);
        lab.clock.now += minutes * 60_000;
        const back = await somebody.arrive(leaving);
        titles.push(back.title, back.body.includes("Signed in as"));
        lab.clock.now -= minutes * 60_000;
      }
      const gone = "This link is not available";
      expect(titles).toEqual(
        minutes < 60
          ? ["Invoices needs a secret from you", true, gone, true]
          : [gone, false, gone, false],
      );
    }
  });

  it("gives a browser another cookie when somebody signs in, so that one that was planted is worthless", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const gate = await alice.open(link.url);
    const planted = alice.clone();
    await alice.press(gate, undefined);
    expect((await alice.open(link.url)).title).toBe("Invoices needs a secret from you");
    expect((await planted.open(link.url)).title).toBe("Sign in to continue");
  });

  it("lets somebody with two accounts change to the right one", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const person = lab.browserOf("alice-at-home");
    const wrong = await lab.enter(person, link);
    expect(wrong.status).toBe(404);
    expect(wrong.body).toContain("Signed in as alice-at-home@example.com.");
    person.cookies.get("auth.example.com")!.set("who", "alice");
    const right = await person.press(wrong, "switch");
    expect(right.title).toBe("Invoices needs a secret from you");
  });

  it("does not take a sign-in with another nonce, or of another issuer", async () => {
    const lab = createLab("oidc");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    lab.auth.wrongNonce = true;
    expect((await lab.enter(alice, link)).status).toBe(403);
    lab.auth.wrongNonce = false;
    lab.auth.tamper = (url) => url.searchParams.set("iss", API);
    expect((await lab.enter(alice, link)).status).toBe(403);
    lab.auth.tamper = () => {};
    expect((await lab.enter(alice, link)).status).toBe(200);
    expect(AUTH).toBe(lab.auth.origin);
  });

  it.each([
    () => undefined,
    () => {
      throw new Error("no such claim");
    },
  ])(
    "counts somebody as nobody, and says why, when the author's function names nobody",
    async (principal) => {
      const { auth } = createLab("oidc");
      const identify = createOidcIdentity({
        issuer: AUTH,
        clientId: "pages",
        fetch: auth.fetch,
        principal,
      });
      const lab = createLab("oidc", { identify });
      lab.auth.code = (user, query) => auth.code(user, query);
      const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
      const seen = await lab.enter(lab.browserOf("alice"), link);
      expect(seen).toMatchObject({ status: 403, url: `${link.url}?again` });
      expect(lab.logs.join()).toContain("contain no principal");
    },
  );

  it("asks for the code of each link, limits the tries, and does not lock the right person out for good", async () => {
    const lab = createLab("local");
    const first = await lab.pages.secretLink({ ...asked(lab), name: "one" });
    const second = await lab.pages.secretLink({ ...asked(lab), name: "two" });
    expect(first.code).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
    expect(first.url).not.toContain(first.code!);
    const thief = lab.browserOf("bob");
    const gate = await thief.open(first.url);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      statuses.push((await thief.press(gate, undefined, { code: `AAA-AA${tries}` })).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
    lab.clock.now += 60_000;
    const alice = lab.browserOf("alice");
    const typed = first.code!.toLowerCase().replace("-", " ");
    const inside = await alice.press(await alice.open(first.url), undefined, { code: typed });
    expect(inside.title).toBe("Invoices needs a secret from you");
    expect((await alice.open(second.url)).title).toBe("Enter the code");
    const wrong = await alice.press(await alice.open(second.url), undefined, { code: first.code! });
    expect(wrong.status).toBe(422);
  });

  it("serves people at this machine only, under its own name only", async () => {
    const lab = createLab("local");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "one" });
    const far = await lab.pages.fetch(new Request(link.url), { remoteAddress: "192.0.2.7" });
    expect(far.status).toBe(403);
    // DNS rebinding: a foreign name that leads to 127.0.0.1.
    const rebound = new Request(link.url.replace("127.0.0.1", "rebound.example"));
    expect((await lab.pages.fetch(rebound, { remoteAddress: "127.0.0.1" })).status).toBe(421);
  });
});
