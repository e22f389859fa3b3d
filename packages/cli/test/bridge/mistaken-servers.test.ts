import { describe, expect, it } from "vitest";
import { As2025 } from "../../src/bridge/translate/as-2025.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import {
  call,
  elicit,
  initialize,
  modern,
  openRelay,
  required,
  settle,
  slowUser,
} from "./relay-lab.js";
import { behindUrl, json } from "./url-lab.js";

const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
const discovered = { supportedVersions: ["2026-07-28"], capabilities: {} };
const refused = (status: number): Response => new Response("No.", { status });

describe("a server of 2026-07-28 that refuses one host", () => {
  it.each([400, 403, 404])("with %d says so itself, and serves the others", async (status) => {
    const { postModern, toServer } = behindUrl(({ id, method, params }) => {
      const { _meta } = (params ?? {}) as { _meta?: Members };
      const who = (_meta?.["io.modelcontextprotocol/clientInfo"] as Members)?.["name"];
      if (who !== "good") return refused(status);
      if (method === "server/discover") return json({ id, result: discovered });
      return json({ id, result: { content: [] } });
    });
    const bad = modern({}, { name: "bad", version: "1" });
    const good = modern({}, { name: "good", version: "1" });
    expect((await postModern(call(1, bad))).status).toBe(status);
    expect(await (await postModern(call(2, good))).json()).toMatchObject({ id: 2, result: {} });
    expect((await postModern(call(3, bad))).status).toBe(status);
    const calls = toServer.filter(({ method }) => method === "tools/call");
    expect(calls.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

it.each([401, 403, 429, 500, 503])(
  "a server of both versions that answers %d once is taken for none of 2025",
  async (status) => {
    let isBusy = true;
    const { postModern, toServer } = behindUrl(({ id, method }) => {
      if (method === "initialize") return json({ id, result: initialized });
      if (method === "tools/call") return json({ id, result: { content: [] } });
      if (!isBusy) return json({ id, result: discovered });
      isBusy = false;
      return refused(status);
    });
    for (const id of [1, 2])
      expect(await (await postModern(call(id, modern({})))).json()).toMatchObject({
        id,
        result: {},
      });
    expect(toServer.filter(({ method }) => method === "initialize")).toEqual([]);
  },
);

it("a response without end to what the bridge asks a server is read no further", async () => {
  let made = 0;
  const endless = (): Response => {
    const part = new TextEncoder().encode("x".repeat(64 * 1024));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        made += 1;
        controller.enqueue(part);
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
  const { postModern } = behindUrl(({ id, method }) =>
    method === "tools/call" ? json({ id, result: { content: [] } }) : endless(),
  );
  const response = await postModern(call(1, modern({})));
  expect(await response.json()).toMatchObject({ id: 1, result: {} });
  expect(made).toBeLessThan(40);
});

it("that a server speaks 2025 alone is known by its handshake, whose session is ended", async () => {
  const methods: string[] = [];
  const { postModern, toServer } = behindUrl(({ id, method }, init) => {
    methods.push(init.method === "POST" ? String(method) : init.method!);
    if (method === "initialize") return json({ id, result: initialized });
    return refused(400);
  });
  // It is translated, which this front cannot do.
  const posted = postModern(call(1, modern({})));
  await expect(posted).rejects.toThrow("Nothing is to be translated");
  expect(methods).toEqual(["server/discover", "initialize", "DELETE"]);
  expect(toServer).toHaveLength(3);
});

describe("a server of 2025 without sessions", () => {
  const events = { headers: { "content-type": "text/event-stream" } };

  it("gets what the host answers to what it asks beside the calls", async () => {
    const answers: Members[] = [];
    const question = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "ask-1", method: "roots/list" })}\n\n`;
    const { post, listen } = behindUrl((message, init) => {
      if (init.method === "POST") answers.push(message);
      if (init.method === "POST") return new Response(null, { status: 202 });
      const body = new ReadableStream({ start: (stream) => stream.enqueue(question) });
      return new Response(body.pipeThrough(new TextEncoderStream()), events);
    });
    const reader = (await listen()).body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const asked = JSON.parse(value.slice(value.indexOf("{"))) as Members;
    await post({ id: asked["id"], result: { roots: [] } });
    expect(answers).toMatchObject([{ id: "ask-1", result: { roots: [] } }]);
  });

  it("has a question of a call end when the host gives the call up", async () => {
    const { post, questions } = behindUrl(() => {
      const question = `data: ${JSON.stringify({ jsonrpc: "2.0", ...elicit("q") })}\n\n`;
      const body = new ReadableStream({ start: (stream) => stream.enqueue(question) });
      return new Response(body.pipeThrough(new TextEncoderStream()), events);
    });
    await post(call(1));
    await expect.poll(() => questions).toHaveLength(1);
    void post({ method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => questions[0]!.about.signal.aborted).toBe(true);
  });

  const stream = (...messages: Members[]): Response => {
    const text = messages.map((one) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...one })}\n\n`);
    return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
  };

  it("has its handshake passed on, also as a stream", async () => {
    const { post } = behindUrl(({ id, method }) =>
      method === "initialize" ? stream({ id: id as string, result: initialized }) : refused(404),
    );
    const text = await (await post(initialize({}))).text();
    expect(text).toContain('"protocolVersion":"2025-11-25"');
  });

  it("gets what the host answers to what it asks on the stream of a call", async () => {
    let answered = (_: Members): void => {};
    const answer = new Promise<Members>((resolve) => (answered = resolve));
    const { post } = behindUrl(({ id, method, ...rest }) => {
      if (method === undefined) {
        answered({ id, ...rest });
        return new Response(null, { status: 202 });
      }
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          const say = (message: Members): void =>
            controller.enqueue(
              new TextEncoder().encode(
                `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`,
              ),
            );
          say({ id: "ask-1", method: "roots/list" });
          await answer;
          say({ id, result: { content: [] } });
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const response = await post(call(1));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const asked = JSON.parse(value.slice(value.indexOf("{"))) as Members;
    expect(asked["method"]).toBe("roots/list");
    await post({ id: asked["id"], result: { roots: [] } });
    expect(await answer).toMatchObject({ id: "ask-1", result: { roots: [] } });
    expect((await reader.read()).value).toContain('"id":1,"result"');
  });
});

it("what a server of 2026-07-28 asks by itself is answered by nobody, and ends no question of a round", async () => {
  const { questions, asker } = slowUser();
  const at = await openRelay(asker, (server) => new As2025(server, discovered));
  at.fromHost(initialize({}));
  at.fromHost(call(1));
  at.fromServer({ ...required(1), id: 1 });
  await expect.poll(() => questions).toHaveLength(1);
  for (const id of ["midcall-ask-1", 1, "1"]) at.fromServer(elicit(id));
  await settle();
  expect(questions).toHaveLength(1);
  expect(questions[0]!.about.signal.aborted).toBe(false);
  expect(at.toServer.filter(({ error }) => error !== undefined)).toHaveLength(3);
});

it("a question that came beside all calls ends when that stream breaks off, though a call is open", async () => {
  const { questions, asker } = slowUser();
  const at = await openRelay(asker);
  at.fromHost(initialize({}));
  at.fromHost(call(1));
  at.fromServer(elicit(0));
  at.toServer.length = 0;
  at.server.onbroken!(undefined);
  expect(questions[0]!.about.signal.aborted).toBe(true);
  questions[0]!.answer({ action: "accept", content: {} });
  await settle();
  expect(at.toServer).toEqual([]);
});

it("a question at the host that came beside all calls is withdrawn when that stream breaks off, though a call is open", async () => {
  const at = await openRelay(slowUser().asker);
  at.fromHost(initialize({ elicitation: {} }));
  at.fromHost(call(1));
  at.fromServer(elicit(0));
  const asked = at.lastAsked();
  at.toServer.length = 0;
  at.server.onbroken!(undefined);
  expect(at.toHost.at(-1)).toMatchObject({ params: { requestId: asked } });
  at.fromHost({ id: asked, result: { action: "accept", content: {} } });
  expect(at.toServer).toEqual([]);
});
