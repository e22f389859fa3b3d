import { describe, expect, it, onTestFinished } from "vitest";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { listenForHosts } from "../../src/bridge/http/listen.js";
import { ModernHost } from "../../src/bridge/http/modern-host.js";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { modern, slowUser } from "./relay-lab.js";

/** A bridge that listens, in front of a server of 2025 whose responses are these. */
async function listening(respond: (message: Members) => Response | Promise<Response> | undefined) {
  const toServer: string[] = [];
  const types: (string | null)[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const serve = async (_: URL, init: RequestInit): Promise<Response> => {
    if (init.method !== "POST") return new Response(null, { status: 405 });
    const message = JSON.parse(init.body as string) as Members;
    if (message["method"] === "server/discover") return new Response(null, { status: 404 });
    toServer.push(init.body as string);
    types.push(new Headers(init.headers).get("content-type"));
    const response = await respond(message);
    if (response === undefined) return new Response(null, { status: 202 });
    // The bridge gives the requests of a session that it has not seen begin ids of its own.
    const text = (await response.text()).replaceAll(
      '"id":1,',
      `"id":${JSON.stringify(message["id"])},`,
    );
    if (!response.headers.has("x-stays-open")) return new Response(response.body && text, response);
    const body = new ReadableStream({ start: (stream) => stream.enqueue(text) });
    return new Response(body.pipeThrough(new TextEncoderStream()), response);
  };
  const url = new URL("http://127.0.0.1:1/mcp");
  const { questions, asker } = slowUser();
  const front = new UrlFront({
    connect: () => new HttpServer({ url, transport: {}, onError }),
    ...{ asker, onError, idleMs: LONG_MS, url, headers: {}, fetch: serve },
  });
  const listener = await listenForHosts({ front, port: 0, onError });
  onTestFinished(async () => {
    await front.close();
    await listener.close();
  });
  const post = (body: string, type = "application/json", session = "s"): Promise<Response> =>
    fetch(`http://127.0.0.1:${listener.port}/mcp`, {
      method: "POST",
      headers: {
        "content-type": type,
        accept: "application/json, text/event-stream",
        "mcp-session-id": session,
      },
      body,
    });
  return { post, toServer, types, questions, errors };
}

const callWith = (args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":${args}}}`;
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const done = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
const json = (text: string): Response =>
  new Response(text, { headers: { "content-type": "application/json" } });
const events = (...texts: string[]): Response =>
  new Response(texts.map((text) => `data: ${text}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });
/** A stream that goes on, as it does while the server waits for an answer. */
const asking = (text: string): Response =>
  new Response(`data: ${text}\n\n`, {
    headers: { "content-type": "text/event-stream", "x-stays-open": "yes" },
  });
/** The id of the question in a stream, as the host has to write it. */
async function idIn(response: Response): Promise<string> {
  let text = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [, data] = /^data: (\{.*\})$/m.exec(text) ?? [];
    if (data !== undefined) return JSON.stringify((JSON.parse(data) as Members)["id"]);
  }
  throw new Error(`no question in ${text}`);
}
const question =
  '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"M","requestedSchema":{"type":"object","properties":{}}}}';

describe("a body from a host over HTTP", () => {
  it.each([
    ["that is a batch", `[${callWith("{}")}]`, /-32600.*batches/],
    ["that is not JSON", callWith('{"a":NaN}'), /-32700.*not JSON/],
    ["that is not a message", "7", /-32600.*not a message/],
    ["with a number that loses digits", callWith('{"a":12345678901234567890}'), /-32600.*digits/],
    ["nested 100,000 levels deep", callWith(deep(100_000)), /-32600.*512 levels/],
    ["nested a million levels deep", callWith(deep(1_000_000)), /-32600.*512 levels/],
    ["with params that are a list", '{"id":1,"method":"tools/call","params":[]}', /-32600.*params/],
  ])("%s is refused, and does not reach the server", async (_, body, why) => {
    const { post, toServer } = await listening(() => json(done));
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(why);
    expect(toServer).toEqual([]);
    expect((await post(callWith("{}"))).status).toBe(200);
  });

  it("reaches the server as it was read", async () => {
    const { post, toServer } = await listening(() => json(done));
    await post(callWith('{"a":1,"a":2}'));
    expect(toServer[0]).toContain('"arguments":{"a":2}');
  });

  it("reaches the server in the encoding in which it is written to it", async () => {
    const { post, types } = await listening(() => json(done));
    await post(callWith('{"path":"/tmp+ACIALAAi-"}'), "application/json; charset=utf-7");
    expect(types).toEqual(["application/json"]);
  });

  it("with the id of a request that has no response yet is refused, and that one goes on", async () => {
    let respond = (_: Response): void => {};
    const { post, toServer } = await listening(() => new Promise((done) => (respond = done)));
    const first = post(callWith("{}"));
    await expect.poll(() => toServer).toHaveLength(1);
    const second = await post(callWith('{"other":1}'));
    expect([second.status, await second.text()]).toEqual([
      400,
      expect.stringMatching(/an id of its own/) as string,
    ]);
    respond(json(done));
    expect(await (await first).text()).toContain('"content":[]');
    expect(toServer).toHaveLength(1);
  });

  it("with an answer reaches the server of a session that has begun with an earlier bridge", async () => {
    const { post, toServer } = await listening(({ method }) =>
      method === undefined ? undefined : asking('{"jsonrpc":"2.0","id":"q","method":"roots/list"}'),
    );
    const id = await idIn(await post(callWith("{}")));
    await post(`{"jsonrpc":"2.0","id":${id},"result":{"roots":[]}}`);
    await post('{"jsonrpc":"2.0","id":"r","result":{"action":"accept"}}');
    expect(toServer.slice(1).map((text) => JSON.parse(text) as Members)).toEqual([
      { jsonrpc: "2.0", id: "q", result: { roots: [] } },
    ]);
  });

  it("that would begin a connection of 2025 for all hosts of 2026-07-28 is refused", async () => {
    const host = new ModernHost();
    const given: unknown[] = [];
    host.onmessage = (message) => void given.push(message);
    const begin = { id: 1, method: "initialize", params: modern({}) };
    const response = await host.serve(new Request("http://127.0.0.1/mcp"), begin);
    expect([response.status, given]).toEqual([404, []]);
  });

  it("in a session that is made up ends no other one", async () => {
    const { post, toServer } = await listening(({ method, params }) => {
      if (method === undefined) return undefined;
      const { name } = params as Members;
      if (name === "made-up") return new Response(null, { status: 404 });
      return asking('{"jsonrpc":"2.0","id":"q","method":"roots/list"}');
    });
    const id = await idIn(await post(callWith("{}")));
    const madeUp = callWith("{}").replace('"t"', '"made-up"');
    for (let at = 0; at < 1_001; at += 1) await post(madeUp, undefined, `made-up-${at}`);
    toServer.length = 0;
    await post(`{"jsonrpc":"2.0","id":${id},"result":{"roots":[]}}`);
    expect(toServer).toHaveLength(1);
  });

  it("that is a malformed answer ends the question at the server with an error", async () => {
    const { post, toServer } = await listening(({ method }) =>
      method === undefined ? undefined : asking('{"jsonrpc":"2.0","id":"q","method":"roots/list"}'),
    );
    const id = await idIn(await post(callWith("{}")));
    await post(`{"jsonrpc":"2.0","id":${id},"result":"yes"}`);
    expect(JSON.parse(toServer[1]!)).toMatchObject({ id: "q", error: { code: -32_600 } });
  });
});

describe("a response of a server over HTTP", () => {
  it("with questions in a batch does not pass unseen: the user is asked here", async () => {
    const { post, questions } = await listening(() => events(`[${question}]`, done));
    expect(await (await post(callWith("{}"))).text()).not.toContain("elicitation/create");
    expect(questions).toHaveLength(1);
  });

  it("with an event that is not JSON does not pass unseen, and all others do", async () => {
    const broken = question.replace('"M"', "NaN");
    const { post, errors } = await listening(() => events(broken, done));
    const text = await (await post(callWith("{}"))).text();
    expect(text).not.toContain("NaN");
    expect(text).toContain('"content":[]');
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/not JSON/) as string }),
    ]);
  });

  it("with a question in an event of another name does not pass unseen, and other such events do", async () => {
    const stream = `event: note\nid: 7\ndata: ${question}\n\nevent: ping\ndata: noon\n\ndata: ${done}\n\n`;
    const headers = { "content-type": "text/event-stream" };
    const { post, errors, questions } = await listening(() => new Response(stream, { headers }));
    const text = await (await post(callWith("{}"))).text();
    expect(text).not.toContain("elicitation/create");
    expect(text).toContain("id: 7\n\nevent: ping\ndata: noon\n\n");
    expect(text).toContain('"content":[]');
    expect([questions, errors.length]).toEqual([[], 1]);
  });

  it("with the status 205 ends the request with an error", async () => {
    const { post } = await listening(() => new Response(null, { status: 205 }));
    const response = await post(callWith("{}"));
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_603 } });
  });

  it.each([`[${done}]`, "7", "null"])("that is %s ends the request with an error", async (text) => {
    const { post } = await listening(() => json(text));
    expect(await (await post(callWith("{}"))).text()).toMatch(/did not respond with one message/);
  });

  it.each([
    ["null as its result", '"result":null', /result that is null/],
    ["deep data", `"result":{"a":${deep(5_000)}}`, /more than 512 levels/],
  ])("with %s ends the request with an error", async (_, more, why) => {
    for (const as of [json, events]) {
      const { post } = await listening(() => as(`{"jsonrpc":"2.0","id":1,${more}}`));
      expect(await (await post(callWith("{}"))).text()).toMatch(why);
    }
  });

  it("with null as _meta is passed on without it", async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":null}}';
    for (const as of [json, events]) {
      const { post } = await listening(() => as(text));
      expect(await (await post(callWith("{}"))).text()).not.toContain("null");
    }
  });
});

it.each([204, 205, 304, 999])(
  "a response with the status %i that cannot be made shows a host no stack",
  async (status) => {
    const errors: unknown[] = [];
    const front = {
      serveSession: async () => new Response("x", { status }),
    } as unknown as UrlFront;
    const listener = await listenForHosts({
      ...{ front, port: 0, onError: (error) => void errors.push(error) },
    });
    onTestFinished(() => listener.close());
    const response = await fetch(`http://127.0.0.1:${listener.port}/mcp`);
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { error: { message: "The bridge has failed. Its log says why." } },
    ]);
    expect(errors).toHaveLength(1);
  },
);
