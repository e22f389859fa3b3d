import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createPages, createCustomIdentity, type PagesOptions } from "midcall/pages";
import { expect, it } from "vitest";
import { createLab, SECRET } from "./lab.js";

/** The limit by address, where every visitor seems to have the same one. */

interface Site {
  readonly ask: (headers?: Record<string, string>, remoteAddress?: string) => Promise<number>;
  readonly logs: string[];
  readonly pages: ReturnType<typeof createPages>;
}

function createSite(options: Partial<PagesOptions> = {}): Site {
  const lab = createLab("custom");
  const logs: string[] = [];
  const logger = { warn: (text: string) => logs.push(text), error: () => {} };
  const pages = createPages({
    baseUrl: "https://mcp.example.org",
    secret: SECRET,
    store: lab.store,
    vault: lab.vault,
    identify: createCustomIdentity(() => undefined),
    logger,
    ...options,
  });
  const ask: Site["ask"] = async (headers = {}, remoteAddress) =>
    (await pages.fetch(new Request(`${pages.baseUrl}/l/x`, { headers }), { remoteAddress })).status;
  return { ask, logs, pages };
}

it.each([
  ["127.0.0.1", "x-forwarded-for"],
  ["::1", "forwarded"],
  ["::ffff:127.0.0.1", "x-real-ip"],
  ["10.0.3.7", "x-forwarded-for"],
  ["172.17.0.1", "cf-connecting-ip"],
  ["fd00:1::2", "x-forwarded-proto"],
])("warns once of a proxy at %s that sends %s", async (address, header) => {
  const { ask, logs } = createSite();
  for (let tries = 0; tries < 3; tries++) await ask({ [header]: "203.0.113.9" }, address);
  expect(logs).toEqual([
    expect.stringMatching(`through a proxy \\(from ${address}, with ${header}`),
  ]);
  expect(logs[0]).toContain("clientAddress");
});

it("warns once where no address is known, and limits nobody for it", async () => {
  const { ask, logs } = createSite({ limits: { perAddress: 2 } });
  for (let tries = 0; tries < 5; tries++) expect(await ask()).toBe(404);
  expect(logs).toEqual([expect.stringContaining("the addresses of visitors are unknown")]);
});

it.each<[string, Partial<PagesOptions>, Record<string, string>, string | undefined]>([
  ["visitors come by themselves", {}, {}, "203.0.113.9"],
  ["a visitor makes headers up", {}, { "x-forwarded-for": "127.0.0.1" }, "203.0.113.9"],
  ["a server is tried out", {}, {}, "127.0.0.1"],
  [
    "the operator said where the address is",
    { clientAddress: (request) => request.headers.get("x-real-ip") ?? undefined },
    { "x-real-ip": "203.0.113.9" },
    "127.0.0.1",
  ],
  ["the limit is off", { limits: { perAddress: Infinity } }, { forwarded: "for=x" }, "127.0.0.1"],
  [
    "the pages are on this machine",
    { baseUrl: "http://127.0.0.1:4100" },
    { "x-forwarded-for": "127.0.0.1" },
    "127.0.0.1",
  ],
  ["the pages are tried out without a socket", { baseUrl: "http://127.0.0.1:4100" }, {}, undefined],
])("says nothing where %s", async (_, options, headers, address) => {
  const { ask, logs } = createSite(options);
  await ask(headers, address);
  expect(logs).toEqual([]);
});

it("counts the address of the socket where clientAddress gives none", async () => {
  const clientAddress = (request: Request): string | undefined =>
    request.headers.get("x-real-ip") ?? undefined;
  const { ask } = createSite({ clientAddress, limits: { perAddress: 2 } });
  const statuses = [];
  for (let tries = 0; tries < 3; tries++) statuses.push(await ask({}, "203.0.113.9"));
  expect(statuses).toEqual([404, 404, 429]);
  expect(await ask({ "x-real-ip": "198.51.100.1" }, "203.0.113.9")).toBe(404);
});

it("warns behind a real proxy in front of @hono/node-server", async () => {
  const { pages, logs } = createSite();
  const server = createServer(getRequestListener(pages.app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const headers = { host: "mcp.example.org", "x-forwarded-for": "203.0.113.9" };
    const sent = request({ host: "127.0.0.1", port, path: "/l/x", headers, agent: false }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
    expect(logs).toEqual([expect.stringContaining("through a proxy (from 127.0.0.1")]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
