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
    socket.end(`GET ${path} HTTP/1.1\r\nHost: ${own.host}\r\nConnection: close\r\n\r\n`);
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
