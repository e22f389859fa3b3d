import { describe, expect, it } from "vitest";
import type { ServerEnd } from "../../src/bridge/ends/ends.js";
import { HostLane } from "../../src/bridge/http/lane.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, elicit, initialize, modern, required } from "./relay-lab.js";
import { openSession, urlServer } from "./sessions-lab.js";
import { behindUrl, json } from "./url-lab.js";

const SECRET = "S3CRET-hunter2";
const typed = { action: "accept", content: { v: SECRET } };
const discovered = { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: {} };
const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
const any = (server: ServerEnd): ServerEnd => new AnyVersionServer(() => server);

/** How servers, and what stands in front of them, refuse a request and repeat it. */
const REFUSALS: readonly (readonly [string, number, (sent: string) => Response])[] = [
  ["a text", 500, (sent) => new Response(`Cannot store ${sent}`, { status: 500 })],
  ["a text and 400", 400, (sent) => new Response(`Bad request: ${sent}`, { status: 400 })],
  ["a page", 403, (sent) => html(`<pre>${sent}</pre>`, 403)],
  ["JSON that is no response", 422, (sent) => Response.json({ sent }, { status: 422 })],
  ["the request itself", 400, (sent) => Response.json(JSON.parse(sent), { status: 400 })],
  [
    "a redirect",
    307,
    (sent) =>
      new Response(sent, { status: 307, headers: { location: `https://b.example/${sent}` } }),
  ],
];
const html = (text: string, status: number): Response =>
  new Response(text, { status, headers: { "content-type": "text/html" } });
/** What is only refused because it is no response to a round. */
const UNREAD: typeof REFUSALS = [
  ["what is not JSON", 0, () => new Response(SECRET, { headers: JSON_TYPE })],
  ["a page", 0, (sent) => html(sent, 200)],
  ["another type", 0, () => new Response("x", { headers: { "content-type": `x/${SECRET}` } })],
];
const JSON_TYPE = { "content-type": "application/json" };

const hasAnswer = (body: unknown): boolean => typeof body === "string" && body.includes(SECRET);
const of = (message: Members): Response => Response.json({ jsonrpc: "2.0", ...message });

describe.each(REFUSALS)("a server that refuses an answer with %s", (_, status, refusal) => {
  const refused = (sent: unknown): Response => refusal(sent as string);

  it("has nothing of the answer reach a host of 2025 on stdio, or its log", async () => {
    const at = urlServer();
    const { fetch } = at;
    at.fetch = async (url, init) =>
      hasAnswer(init?.body) ? refused(init!.body) : fetch(url, init);
    const { fromHost, toHost, questions, responseTo, errors } = await openSession(at);
    fromHost(call(1));
    await expect.poll(() => at.calls.get(1)).toBeDefined();
    at.calls.get(1)!.say(elicit("q"));
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(typed);
    await expect.poll(() => at.calls.get(1) && (responseTo(1) ?? errors[0])).toBeDefined();
    const told = [...toHost.map((one) => JSON.stringify(one)), ...errors.map(String)].join();
    expect(told).toContain(String(status));
    expect(told).not.toContain(SECRET);
  });

  it.each(["2025-11-25", "2026-07-28"])(
    "has nothing of a round reach a host of %s on stdio, or its log",
    async (version) => {
      const isModern = version === "2026-07-28";
      const at = urlServer();
      at.fetch = async (_url, init) => {
        if (init?.method !== "POST") return new Response(null, { status: 405 });
        if (hasAnswer(init.body)) return refused(init.body);
        const { id, method } = JSON.parse(init.body as string) as Members;
        if (method === "server/discover") return of({ id, result: discovered });
        if (method === "tools/call") return of(required(id as string));
        return of({ id, error: { code: -32_601, message: "Unknown." } });
      };
      const opened = await openSession(at, {}, any, { isModern });
      const { fromHost, toHost, questions, responseTo, errors } = opened;
      if (!isModern) await expect.poll(() => responseTo("init")).toBeDefined();
      fromHost(call(1, isModern ? modern({}) : {}));
      await expect.poll(() => questions).toHaveLength(1);
      questions[0]!.answer(typed);
      await expect.poll(() => responseTo(1)).toBeDefined();
      const told = [...toHost.map((one) => JSON.stringify(one)), ...errors.map(String)].join();
      expect(told).toContain(String(status));
      expect(told).not.toContain(SECRET);
    },
  );

  it("has nothing of a round reach a host over HTTP", async () => {
    const { postModern, questions } = behindUrl(({ id, method }, { body }) => {
      if (hasAnswer(body)) return refused(body);
      return method === "server/discover"
        ? json({ id, result: discovered })
        : json(required(id as 1));
    });
    const called = postModern(call(1, modern({})));
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(typed);
    const response = await called;
    const told = [await response.text(), ...response.headers.values()].join();
    expect(told).toContain('"id":1');
    expect(told).not.toContain(SECRET);
    if (status >= 400)
      expect([response.status, told]).toEqual([status, expect.stringContaining(`${status}`)]);
  });

  it("has nothing of an answer reach a host over HTTP, or its log", async () => {
    const { post, questions, errors } = behindUrl(({ id, method }, { body }) => {
      if (hasAnswer(body)) return refused(body);
      if (method === "initialize") return json({ id, result: initialized });
      const stream = `data: ${JSON.stringify({ jsonrpc: "2.0", ...elicit("q") })}\n\n`;
      const open = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(stream)),
      });
      return new Response(open, { headers: { "content-type": "text/event-stream" } });
    });
    await (await post(initialize({}))).text();
    const called = await post(call(1), "s");
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(typed);
    const told = [await called.text(), ...errors.map(String)].join();
    expect(told).toContain('"id":1');
    expect(told).not.toContain(SECRET);
  });
});

describe.each(UNREAD)("a server that responds to a round with %s", (_, __, refusal) => {
  it("has nothing of it reach a host on stdio, or its log", async () => {
    const at = urlServer();
    at.fetch = async (_url, init) => {
      if (hasAnswer(init?.body)) return refusal(init!.body as string);
      const { id, method } = JSON.parse(init?.body as string) as Members;
      return of(method === "server/discover" ? { id, result: discovered } : required(id as string));
    };
    const opened = await openSession(at, {}, any, { isModern: true });
    const { fromHost, toHost, questions, responseTo, errors } = opened;
    fromHost(call(1, modern({})));
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(typed);
    await expect.poll(() => responseTo(1)).toBeDefined();
    await new Promise((resolve) => setImmediate(resolve));
    const told = [...toHost.map((one) => JSON.stringify(one)), ...errors.map(String)].join();
    expect(told).not.toContain(SECRET);
  });

  it("has nothing of it reach a host over HTTP", async () => {
    const { postModern, questions } = behindUrl(({ id, method }, { body }) => {
      if (hasAnswer(body)) return refusal(body as string);
      return method === "server/discover"
        ? json({ id, result: discovered })
        : json(required(id as 1));
    });
    const called = postModern(call(1, modern({})));
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(typed);
    const response = await called;
    const told = [await response.text(), ...response.headers.values()].join();
    expect(told).toContain('"id":1');
    expect(told).not.toContain(SECRET);
  });
});

it("the error with which a server responds to a round is that of the call", async () => {
  const error = { code: -32_602, message: "No such pet." };
  const { postModern, questions } = behindUrl(({ id, method }, { body }) => {
    if (hasAnswer(body)) return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
    return method === "server/discover"
      ? json({ id, result: discovered })
      : json(required(id as 1));
  });
  const called = postModern(call(1, modern({})));
  await expect.poll(() => questions).toHaveLength(1);
  questions[0]!.answer(typed);
  const response = await called;
  expect([response.status, await response.json()]).toEqual([400, { jsonrpc: "2.0", id: 1, error }]);
});

it("a stream that has begun with signs of life ends where the server responds with a page", async () => {
  const lane = new HostLane(new AbortController().signal, () => {});
  lane.startStream();
  lane.pass(new Response("refused", { status: 500 }));
  expect(await (await lane.response).text()).toBe("");
});
