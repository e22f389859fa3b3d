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
