import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type LoopbackPages, serveLoopback } from "midcall/pages";
import { type PageLink } from "../../packages/midcall/src/pages/links/links.js";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { Browser, hiddenInputs, type Seen } from "../../packages/midcall/test/pages/browser.js";
import { FakeIssuer } from "../../packages/midcall/test/pages/fake-issuer.js";
import { createLab } from "../../packages/midcall/test/pages/lab.js";
import { tally } from "./tally.js";

/*
 * Browsers send the cookies of 127.0.0.1 to every port of it. So a server of another user of the machine gets them as
 * soon as the person's browser comes by. That user knows the link as well: it was on a command line when the host
 * opened the browser. The code is what they do not know.
 */

const MESSAGE = "A message for the person alone.";
const API = "https://api.example.net";
const asked = { principal: "local", server: "Invoices", message: MESSAGE } as const;
const requestedSchema = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
} as const;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Site {
  readonly pages: LoopbackPages;
  readonly api: FakeIssuer;
  browser(): Browser;
}

async function openSite(): Promise<Site> {
  const store = createMemoryStore();
  const api = new FakeIssuer({ origin: API, clientId: "midcall" });
  const pages = await serveLoopback({
    // Its forms are kept between two pages.
    review: "always",
    secret: "a secret of the pages that is long enough",
    store,
    vault: createVault({ store, secret: "a secret of the vault that is long enough" }),
    providers: { api: { issuer: API, clientId: "midcall", fetch: api.fetch } },
    limits: { perAddress: Infinity },
  });
  closing.push(() => pages.close());
  return { pages, api, browser: () => new Browser({ [API]: api.fetch }) };
}

/** The server of another user of the machine, on a port of its own; it keeps what it is sent. */
async function openThief(): Promise<{ url: string; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end("Hello.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

const makers: readonly [string, (pages: LoopbackPages) => Promise<PageLink>][] = [
  ["secret", (pages) => pages.secretLink({ ...asked, name: "stripe" })],
  ["answer", (pages) => pages.answerLink({ ...asked, requestedSchema })],
  ["approval", (pages) => pages.approvalLink(asked)],
  ["connect", (pages) => pages.connectLink({ ...asked, provider: "api" })],
];
const ACTIONS = ["save", "send", "review", "approve", "connect", "go", "decline", "cancel"];

const enter = async (browser: Browser, { url, code = "" }: PageLink): Promise<Seen> =>
  browser.press(await browser.open(url), undefined, { code });

it.each(makers)(
  "does not let another port in with the cookies it is sent and the link, to a page of kind %s",
  async (kind, make) => {
    const { pages, browser } = await openSite();
    const thief = await openThief();
    const person = browser();
    const link = await make(pages);
    const inside = await enter(person, link);
    expect(inside.body).toContain(MESSAGE);
    // To one thing and another, until a form is half filled in.
    if (kind === "answer") await person.press(inside, "review", { a: "x", f0: "typed" });
    if (kind === "secret") await person.press(inside, "save", { f0: "" });
    await person.open(thief.url);
    const cookie = thief.seen.at(-1)!.cookie ?? "";
    expect(cookie, "the browser sends what it has").toMatch(/midcall/);
    expect(JSON.stringify(thief.seen)).not.toContain(new URL(inside.url).pathname);

    const pairs = cookie.split("; ").map((pair): [string, string] => {
      const [name = "", value = ""] = pair.split("=");
      return [name, value];
    });
    const values = pairs.map(([, value]) => value);
    const passes = [...values, "A".repeat(43), link.id, "", "undefined", "..", "%2e%2e"];
    const addresses = [
      link.url,
      ...["again", "review", "code=x&state=y"].map((view) => `${link.url}?${view}`),
      ...passes.map((pass) => `${link.url}/${pass}`),
      ...values.map((value) => `${link.url}/${value}?review`),
      `${pages.baseUrl}/callback/api?code=x&state=${"s".repeat(43)}`,
      ...values.map((value) => `${pages.baseUrl}/callback/api?code=x&state=${value}`),
    ];
    const stolen = browser();
    stolen.cookies.set("127.0.0.1", new Map(pairs));
    let tried = 0;
    const look = (seen: Seen): void => {
      tried += 1;
      expect(seen.body, seen.url).not.toContain(MESSAGE);
      expect(seen.body, seen.url).not.toMatch(
        /typed|name="f0"|value="(save|send|approve|connect)"/,
      );
    };
    for (const url of addresses) {
      const got = await stolen.open(url);
      look(got);
      for (const action of ACTIONS) {
        const body = new URLSearchParams([
          ...hiddenInputs(got.body),
          ["action", action],
          ["f0", "the thief's"],
        ]);
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        look(await stolen.open(url, { method: "POST", body: body.toString(), headers }));
      }
    }
    expect(await link.completed()).toBeUndefined();
    const id = { principal: "local", server: "Invoices", name: "stripe" };
    expect(await pages.vault.get(id)).toBeUndefined();
    tally("requests of another port with the person's cookies and link", tried);

    // It is still open, and still the person's.
    expect((await person.open(inside.url)).body).toContain(MESSAGE);
  },
);

it("does not let anybody in for the address of an open page without the cookie of its browser", async () => {
  const { pages, browser } = await openSite();
  const person = browser();
  const link = await pages.secretLink({ ...asked, name: "stripe" });
  const other = await pages.secretLink({ ...asked, name: "other" });
  const inside = await enter(person, link);
  const pass = inside.url.split("/").at(-1)!;
  expect((await browser().open(inside.url)).body).not.toContain(MESSAGE);
  // Nor is it good for another link, in the same browser.
  expect((await person.open(`${other.url}/${pass}`)).body).not.toContain(MESSAGE);
  expect((await person.open(inside.url)).body).toContain(MESSAGE);
  tally("open pages tried without their browser, or for another link", 2);
});

it("does not let anybody in with a pass that has run out, or was changed", async () => {
  const lab = createLab("local", { sessionMs: 60_000, linkTtlMs: 3_600_000 });
  const person = lab.browserOf("alice");
  const link = await lab.pages.secretLink({ ...asked, name: "stripe" });
  const inside = await lab.enter(person, link);
  const [end = "", proof = ""] = inside.url.split("/").at(-1)!.split(".");
  lab.clock.now += 59_999;
  expect((await person.open(inside.url)).body).toContain(MESSAGE);
  lab.clock.now += 1;
  const longer = String(Number(end) + 60_000);
  const passes = [
    `${end}.${proof}`,
    `${longer}.${proof}`,
    `0${longer}.${proof}`,
    `${longer}`,
    `.${proof}`,
    `${longer}.${proof.slice(0, -1)}`,
    `9e15.${proof}`,
    `Infinity.${proof}`,
    proof,
  ];
  for (const pass of passes) {
    expect((await person.open(`${link.url}/${pass}`)).title, pass).toBe("Enter the code");
  }
  tally("passes that had run out or were changed", passes.length);
  expect((await lab.enter(person, link)).body).toContain(MESSAGE);
});

it("lets nobody in who has put a cookie of their own into the person's browser before", async () => {
  const { pages, browser } = await openSite();
  for (const [kind, make] of makers) {
    const person = browser();
    const link = await make(pages);
    await person.open(link.url);
    // Any port may set it for all of them.
    const jar = person.cookies.get("127.0.0.1")!;
    const known = "K".repeat(43);
    for (const name of jar.keys()) jar.set(name, known);
    const inside = await enter(person, link);
    expect(inside.body, kind).toContain(MESSAGE);
    const thief = browser();
    thief.cookies.set("127.0.0.1", new Map([...jar.keys()].map((name) => [name, known])));
    for (const url of [link.url, `${link.url}?again`, `${link.url}/${known}`]) {
      expect((await thief.open(url)).body, kind).not.toContain(MESSAGE);
    }
  }
  tally("cookies put into the person's browser by another port", makers.length);
});

it("asks a tab that opens the link anew for the code, and both tabs go on", async () => {
  const { pages, browser } = await openSite();
  const person = browser();
  const link = await pages.answerLink({ ...asked, requestedSchema });
  const one = await enter(person, link);
  expect((await person.open(link.url)).title).toBe("Enter the code");
  const two = await enter(person, link);
  for (const tab of [one, two]) {
    const reloaded = await person.open(tab.url);
    const review = await person.press(reloaded, "review", { f0: "an answer" });
    expect(review.title).toBe("Check your answer");
    expect((await person.open(review.url)).title).toBe("Check your answer");
  }
  const sent = await person.press(await person.press(one, "review", { f0: "b" }), "send");
  expect(sent.title).toBe("Sent");
  expect((await person.open(two.url)).title).toBe("Sent");
  expect(await link.completed()).toEqual({ status: "done", content: { a: "b" } });
});

it("comes back from another service to where the person was let in", async () => {
  const { pages, browser } = await openSite();
  const person = browser();
  person.cookies.set("api.example.net", new Map([["who", "alice-there"]]));
  const link = await pages.connectLink({ ...asked, provider: "api" });
  const done = await person.press(await enter(person, link), "connect");
  expect(done.title).toBe("Connected");
  expect(await link.completed()).toEqual({ status: "done" });
});
