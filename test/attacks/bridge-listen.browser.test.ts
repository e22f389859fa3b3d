import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Front } from "../../packages/cli/src/bridge/http/front.js";
import { listenForHosts } from "../../packages/cli/src/bridge/http/listen.js";
import { freePort } from "../engines/free-port.mjs";
import { launch } from "../e2e/chromium.js";
import { tally } from "./tally.js";

/*
 * Another user wants to use the server of `midcall bridge --listen` and to answer its confirmations. Their programs are refused, so they
 * have the user's browser ask: a page of theirs has the bridge's very origin, if its program had the port before the bridge, or has it
 * on ::1, which is `localhost` as well.
 */

const WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(
  fetch("/mcp", event.data).then(({ status }) => status, () => 0).then((status) => event.source.postMessage(status))));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request));
});`;

let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

/** Another user's program, with a page and a service worker. */
async function serveOther(host: string, port: number): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isScript = url === "/worker.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? WORKER : "<title>Of another user</title>");
  }).listen({ host, port });
  await once(server, "listening");
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** All that a page can send to its own origin. @returns the statuses that it sees, by how it was sent */
async function attack(): Promise<Record<string, number>> {
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
  const body = JSON.stringify(message);
  const headers = { "content-type": "application/json", accept: "application/json" };
  const status = (given: RequestInit, url = "/mcp"): Promise<number> =>
    fetch(url, given).then((response) => response.status);
  const inWorker = new Promise<number>((resolve) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data as number));
  });
  navigator.serviceWorker.controller!.postMessage({ method: "POST", headers, body });
  const loaded = (element: HTMLElement): Promise<unknown> => {
    const over = new Promise((resolve) => {
      element.addEventListener("load", resolve);
      element.addEventListener("error", resolve);
    });
    document.body.append(element);
    return over;
  };
  const seen = {
    post: await status({ method: "POST", headers, body }),
    "no-cors": await status({ method: "POST", mode: "no-cors", body }),
    "without a referrer": await status({
      ...{ method: "POST", headers, body, referrerPolicy: "no-referrer" },
    }),
    delete: await status({ method: "DELETE", headers }),
    get: await status({ headers: { accept: "text/event-stream", "mcp-session-id": "1" } }),
    worker: await inWorker,
  };
  navigator.sendBeacon("/mcp", body);
  const image = document.createElement("img");
  image.src = "/mcp";
  await loaded(image);
  const frame = document.createElement("iframe");
  frame.name = "frame";
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/mcp", target: "frame", enctype: "text/plain" });
  const field = document.createElement("input");
  Object.assign(field, { name: body.slice(0, -1) + ',"a":"', value: '"}' });
  form.append(field);
  await loaded(frame);
  document.body.append(form);
  const sent = new Promise((resolve) => frame.addEventListener("load", resolve));
  form.submit();
  await sent;
  for (const Source of [EventSource, WebSocket]) {
    const source = new Source(Source === WebSocket ? `ws://${location.host}/mcp` : "/mcp");
    await new Promise((resolve) => source.addEventListener("error", resolve));
    source.close();
  }
  return seen;
}

it.each([["127.0.0.1"], ...(hasIpv6 ? [["localhost"]] : [])])(
  "a bridge that listens serves no web page, not even one of its own origin at %s",
  async (name) => {
    const isIpv6 = name === "localhost";
    const port = await freePort();
    const other = await serveOther(isIpv6 ? "::1" : name, port);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`http://${name}:${port}/`);
    expect(await page.title()).toBe("Of another user");
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve);
      });
      await navigator.serviceWorker.register("/worker.js");
      await controlled;
    });
    await close(other);
    // The bridge begins, and what a request would reach is the user's server.
    const reached: string[] = [];
    const front = {
      serveModern: async (http: Request) => (reached.push(http.method), new Response("served")),
      serveSession: async (http: Request) => (reached.push(http.method), new Response("served")),
    } as unknown as Front;
    const onError = (): void => {};
    const bridge = await listenForHosts({ front, port, onError });
    onTestFinished(() => bridge.close());
    const seen = await page.evaluate(attack);
    expect(reached).toEqual([]);
    expect(new Set(Object.values(seen))).toEqual(new Set([403]));
    // An address that the user has typed, through the worker that was left there.
    const typed = await page.goto(`http://${name}:${port}/mcp`);
    expect([typed!.status(), reached]).toEqual([403, []]);
    // A program is served.
    const body = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(await (await fetch(url, { method: "POST", body })).text()).toBe("served");
    tally("requests to a bridge that listens, by a page of its origin", 12);
  },
);
