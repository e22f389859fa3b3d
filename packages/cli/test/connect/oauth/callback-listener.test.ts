import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { listenForCallback } from "../../../src/connect/oauth/authorizing/callback-listener.js";

it.each(["//[", "http://[", "/%", "*", "/\u0001"])(
  "goes on waiting after a request for %j, which is no address",
  async (path) => {
    const listener = await listenForCallback();
    const own = new URL(listener.redirectUri);
    const socket = connect(Number(own.port), "127.0.0.1");
    socket.resume();
    // Nothing more is sent; the connection is open all the same, as that of a browser.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${own.host}\r\nConnection: close\r\n\r\n`);
    await once(socket, "close");
    const answer = await fetch(`${listener.redirectUri}?state=${listener.state}&code=mine`);
    expect(answer.status).toBe(200);
    expect(await listener.answer).toMatchObject({ code: "mine" });
  },
);

it.each([
  ["de-CH,de;q=0.9", "de", "ltr", "Gehen Sie zurück zu midcall"],
  ["fr", "fr", "ltr", "Revenez à midcall"],
  ["es-MX, en;q=0.5", "es", "ltr", "Vuelva a midcall"],
  ["ja", "ja", "ltr", "midcall に戻ってください"],
  ["ar-EG", "ar", "rtl", "عُد إلى midcall"],
  ["pl", "en", "ltr", "Go back to midcall"],
])("its page is in the language of the browser: %s", async (language, lang, dir, title) => {
  const listener = await listenForCallback();
  const get = async (query: string): Promise<string> =>
    (
      await fetch(`${listener.redirectUri}?${query}`, { headers: { "accept-language": language } })
    ).text();
  const other = await get("state=another&code=theirs");
  const page = await get(`state=${listener.state}&code=mine`);
  for (const one of [other, page]) expect(one).toContain(`<html lang="${lang}" dir="${dir}">`);
  expect(page).toContain(`<h1>${title}</h1>`);
  const english = "This does not belong to your sign-in";
  expect(other.includes(english)).toBe(lang === "en");
  await listener.answer;
});

it.each(["signs in", "gives up"])(
  "ends a request that nobody finishes when the user %s, so that it keeps no process alive",
  async (how) => {
    const listener = await listenForCallback();
    const own = new URL(listener.redirectUri);
    const held = connect(Number(own.port), "127.0.0.1");
    held.resume().on("error", () => {});
    const ended = new Promise((resolve) => held.once("close", resolve));
    await once(held, "connect");
    await new Promise((sent) => held.write("GET / HTTP/1.1\r\nHost: a", sent));
    // Those that came before this one have been accepted.
    await fetch(`http://${own.host}/other`);
    if (how === "signs in") {
      const answer = await fetch(`${listener.redirectUri}?state=${listener.state}&code=mine`);
      expect(await answer.text()).toContain("Go back to midcall");
      await listener.answer;
    } else {
      listener.close();
    }
    await ended;
  },
);

it("removes a service worker that an earlier program has left at its port, and goes on waiting", async () => {
  const listener = await listenForCallback();
  const script = await fetch(new URL("/worker.js", listener.redirectUri), {
    headers: { "service-worker": "script" },
  });
  expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript"]);
  expect(await script.text()).toContain("await registration.unregister();");
  const answer = await fetch(`${listener.redirectUri}?state=${listener.state}&code=mine`);
  expect(answer.status).toBe(200);
  expect(await listener.answer).toMatchObject({ code: "mine" });
});
