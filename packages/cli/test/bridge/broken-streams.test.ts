import { describe, expect, it, onTestFinished } from "vitest";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { call, elicit, initialize, modern, settle, slowUser } from "./relay-lab.js";
import { openSession, urlServer } from "./sessions-lab.js";

const yes = { action: "accept", content: {} };

describe("when a stream breaks off that can be continued, the server may be another one by then", () => {
  async function open(options: { readonly beside?: boolean }, capabilities: Members = {}) {
    const server = urlServer({ ...options, events: true });
    const at = await openSession(server, capabilities);
    onTestFinished(() => at.relay.close());
    await expect.poll(() => at.responseTo("init")).toBeDefined();
    at.fromHost({ method: "notifications/initialized" });
    at.fromHost(call(1));
    await expect.poll(() => server.calls.has(1)).toBe(true);
    return { ...at, server, stream: server.calls.get(1)! };
  }

  it("what it has asked there gets no answer, and its call ends", async () => {
    const { server, stream, questions, responseTo } = await open({});
    stream.say(elicit(0));
    await expect.poll(() => questions).toHaveLength(1);
    stream.cut();
    await expect.poll(() => responseTo(1)).toMatchObject({ error: {} });
    questions[0]!.answer(yes);
    await settle();
    expect(server.answers).toEqual([]);
  });

  it("what it has asked beside the call gets no answer, from the user here or from the host", async () => {
    for (const capabilities of [{}, { elicitation: {} }]) {
      const { server, stream, questions, toHost, fromHost } = await open(
        { beside: true },
        capabilities,
      );
      await expect.poll(() => server.besides).toHaveLength(1);
      server.besides[0]!.say(elicit(0));
      const atHost = (): Members | undefined =>
        toHost.find(({ method }) => method === "elicitation/create");
      await expect.poll(() => questions[0] ?? atHost()).toBeDefined();
      stream.cut();
      const isWithdrawn = (): boolean =>
        questions[0]?.about.signal.aborted === true ||
        toHost.some(({ method }) => method === "notifications/cancelled");
      await expect.poll(isWithdrawn).toBe(true);
      questions[0]?.answer(yes);
      fromHost({ id: atHost()?.["id"] ?? "none", result: yes });
      await settle();
      expect(server.answers).toEqual([]);
    }
  });

  it("a call that has asked nothing goes on", async () => {
    const { server, stream, responseTo } = await open({});
    stream.cut();
    await expect.poll(() => server.besides).toHaveLength(1);
    server.besides[0]!.say({ id: 1, result: { is: "done" } });
    await expect.poll(() => responseTo(1)).toMatchObject({ result: { is: "done" } });
  });

  it("a call goes on whose question has its answer", async () => {
    const { server, stream, questions, responseTo } = await open({});
    stream.say(elicit(0));
    await expect.poll(() => questions).toHaveLength(1);
    questions[0]!.answer(yes);
    await expect.poll(() => server.answers).toHaveLength(1);
    stream.cut();
    await expect.poll(() => server.besides).toHaveLength(1);
    server.besides[0]!.say({ id: 1, result: { is: "done" } });
    await expect.poll(() => responseTo(1)).toMatchObject({ result: { is: "done" } });
  });
});

it("an answer that does not reach the server is sent once, and its call ends with a reason", async () => {
  const server = urlServer();
  const at = await openSession(server);
  onTestFinished(() => at.relay.close());
  await expect.poll(() => at.responseTo("init")).toBeDefined();
  at.fromHost(call(1));
  await expect.poll(() => server.calls.has(1)).toBe(true);
  server.calls.get(1)!.say(elicit(0));
  await expect.poll(() => at.questions).toHaveLength(1);
  const { fetch } = server;
  let sent = 0;
  server.fetch = async (url, init) => {
    if (init?.method !== "POST") return fetch(url, init);
    sent += 1;
    return new Response("Busy.", { status: 503 });
  };
  at.questions[0]!.answer(yes);
  await expect.poll(() => at.responseTo(1)).toMatchObject({ error: {} });
  expect(sent).toBe(1);
});

describe("a host of 2026-07-28 that was asked for a call gets an error when it comes back, and no server its answer,", () => {
  async function asked() {
    const server = urlServer({ events: true });
    const at = await openSession(
      server,
      {},
      (end) => new As2026(end, { capabilities: {}, serverInfo: {} }),
    );
    onTestFinished(() => at.relay.close());
    await expect.poll(() => server.posted).toHaveLength(1);
    const meta = modern({ elicitation: {} });
    const begin = async (id: Id): Promise<Id> => {
      const before = server.calls.size;
      at.fromHost(call(id, meta));
      await expect.poll(() => server.calls.size).toBe(before + 1);
      return [...server.calls.keys()].at(-1)!;
    };
    const first = await begin(1);
    server.calls.get(first)!.say(elicit(0));
    await expect.poll(() => at.responseTo(1)).toBeDefined();
    const { requestState, inputRequests } = at.responseTo(1)!["result"] as Members;
    const [key] = Object.keys(inputRequests as Members);
    const comeBack = (): void =>
      at.fromHost(call(9, { ...meta, requestState, inputResponses: { [key!]: yes } }));
    return { ...at, server, begin, first, comeBack };
  }

  it("if the stream of the call has broken off", async () => {
    const { server, first, comeBack, responseTo } = await asked();
    server.calls.get(first)!.cut();
    await settle();
    await settle();
    comeBack();
    await expect.poll(() => responseTo(9)).toMatchObject({ error: {} });
    expect(server.answers).toEqual([]);
  });

  it("if the server has asked something else under the same id", async () => {
    const { server, begin, comeBack, responseTo } = await asked();
    const second = await begin(2);
    server.calls.get(second)!.say(elicit(0));
    await expect.poll(() => responseTo(2)).toBeDefined();
    comeBack();
    await expect.poll(() => responseTo(9)).toMatchObject({ error: {} });
    expect(server.answers).toEqual([]);
  });
});

it("in front of a URL, a question gets no answer when the stream that it came on has broken off", async () => {
  const server = urlServer();
  const { questions, asker } = slowUser();
  const url = new URL("http://127.0.0.1:1/mcp");
  const front = new UrlFront({
    connect: () => {
      throw new Error("Nothing is to be translated.");
    },
    ...{ asker, onError: () => {}, idleMs: LONG_MS, url, headers: {}, fetch: server.fetch },
  });
  onTestFinished(() => front.close());
  const post = (message: Members): Promise<Response> => {
    const headers = new Headers({ "content-type": "application/json", "mcp-session-id": "s1" });
    const http = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    return front.serveSession(http, { jsonrpc: "2.0", ...message });
  };
  await post(initialize({}));
  const response = await post(call(1));
  const [stream] = server.calls.values();
  stream!.say(elicit(0));
  await expect.poll(() => questions).toHaveLength(1);
  stream!.cut();
  await response.text();
  expect(questions[0]!.about.signal.aborted).toBe(true);
  questions[0]!.answer(yes);
  await settle();
  expect(server.answers).toEqual([]);
});
