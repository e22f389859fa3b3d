import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { serveLoopback, type LoopbackPages } from "midcall/pages";
import { Browser } from "./browser.js";
import { freePort } from "../../../../test/engines/free-port.mjs";
import { FakeIssuer } from "./fake-issuer.js";
import { createLab, SECRET } from "./lab.js";

describe("serveLoopback", () => {
  const open: LoopbackPages[] = [];
  afterEach(async () => {
    for (const pages of open.splice(0)) await pages.close();
  });

  const serve = async (more = {}): Promise<LoopbackPages> => {
    const lab = createLab("local");
    const { store, vault } = lab;
    const pages = await serveLoopback({ secret: SECRET, store, vault, ...more });
    open.push(pages);
    return pages;
  };
  const link = { principal: "local", server: "Invoices", message: "why", name: "stripe" };

  it("serves the pages over HTTP on this machine: code, key, done", async () => {
    const pages = await serve();
    const { url, code = "", wait } = await pages.secretLink(link);
    expect(url).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:\d+\/l\/[\w-]{43}$/);
    const person = new Browser({});
    const inside = await person.press(await person.open(url), undefined, { code });
    const waiting = wait();
    const done = await person.press(inside, "save", { f0: "sk_1" });
    expect(done.title).toBe("Saved");
    expect(await waiting).toEqual({ status: "done", checked: false });
    const id = { principal: "local", server: "Invoices", name: "stripe" };
    expect((await pages.vault.get(id))?.reveal()).toBe("sk_1");
  });

  it("goes on at the same port after a restart", async () => {
    const lab = createLab("local");
    const port = await freePort();
    const given = { secret: SECRET, store: lab.store, vault: lab.vault, port };
    const first = await serve(given);
    const made = await first.secretLink(link);
    await first.close();
    const second = await serve(given);
    const person = new Browser({});
    const inside = await person.press(await person.open(made.url), undefined, { code: made.code! });
    await person.press(inside, "save", { f0: "sk_1" });
    expect(await second.follow(made.id).completed()).toEqual({ status: "done", checked: false });
  });

  it("is at an address of its own, except where an authorization server has to know it", async () => {
    const provider = { issuer: "https://api.example.net", clientId: "midcall" };
    const { fetch } = new FakeIssuer({ origin: provider.issuer, clientId: "midcall" });
    const port = await freePort();
    const hosts: string[] = [];
    for (const more of [
      {},
      {},
      { port: 0 },
      { port },
      { providers: { api: { ...provider, fetch } } },
    ])
      hosts.push(new URL((await serve(more)).baseUrl).hostname);
    expect(hosts.slice(3)).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect(new Set(hosts).size).toBe(4);
  });

  it.each([
    "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET http://evil.example/l/x HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET //evil.example/l HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
    "\u0000\u0001\u0002\r\n\r\n",
    `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "POST /l/x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 999999999\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n",
  ])("answers %j with a refusal", async (text) => {
    const pages = await serve();
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, host } = new URL(pages.baseUrl);
      const socket = connect(pages.port, hostname, () => socket.write(text.replace("HOST", host)));
      let all = "";
      socket.setEncoding("latin1").on("data", (part: string) => {
        all += part;
        if (all.includes("\r\n\r\n")) socket.end();
      });
      socket.on("close", () => resolve(all)).on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    const person = new Browser({});
    expect((await person.open(`${pages.baseUrl}/l/x`)).status).toBe(404);
  });
});
