import { describe, expect, it } from "vitest";
import type { Id } from "../../src/bridge/wire/messages.js";
import { call, elicit, initialize, settle } from "./relay-lab.js";
import { behindUrl, json } from "./url-lab.js";

describe("a request may be made again under its id", () => {
  it.each<[string, number, () => Response]>([
    ["ended with an HTTP status", 401, () => new Response("Sign in.", { status: 401 })],
    [
      "did not reach the server",
      502,
      () => {
        throw new Error("refused");
      },
    ],
  ])("after it %s", async (_, status, first) => {
    const { post, toServer } = behindUrl(({ id }) =>
      toServer.length === 2 ? first() : json({ id, result: { content: [] } }),
    );
    await post(initialize({}));
    expect((await post(call(1), "s")).status).toBe(status);
    const again = await post(call(1), "s");
    expect([again.status, await again.json()]).toMatchObject([
      200,
      { id: 1, result: { content: [] } },
    ]);
    // The server may still work on the first one.
    expect(toServer.at(-1)!["id"]).not.toBe(1);
  });
});

describe("when a server begins a session under the id of an earlier one", () => {
  /** A server whose calls ask a question with the id 0. */
  function asking() {
    const question = `data: ${JSON.stringify({ jsonrpc: "2.0", ...elicit(0) })}\n\n`;
    return behindUrl(({ id, method }) => {
      if (method === "initialize") return json({ id, result: { protocolVersion: "2025-11-25" } });
      if (method === undefined) return new Response(null, { status: 202 });
      const body = new ReadableStream({ start: (stream) => stream.enqueue(question) });
      return new Response(body.pipeThrough(new TextEncoderStream()), {
        headers: { "content-type": "text/event-stream" },
      });
    });
  }
  const yes = { action: "accept", content: {} };
  /** The id of the question that is in a stream. */
  async function idIn(response: Response): Promise<Id> {
    const { value } = await response.body!.getReader().read();
    const [, data] = /^data: (.*)$/m.exec(new TextDecoder().decode(value))!;
    return (JSON.parse(data!) as { id: Id }).id;
  }

  it("a question of the earlier one ends here, and its answer reaches no server", async () => {
    const { post, toServer, questions } = asking();
    await post(initialize({}));
    await post(call(1), "s");
    await expect.poll(() => questions).toHaveLength(1);
    await post(initialize({}));
    expect(questions[0]!.about.signal.aborted).toBe(true);
    const before = toServer.length;
    questions[0]!.answer(yes);
    await settle();
    expect(toServer).toHaveLength(before);
  });

  it("a question of the earlier one ends, though the host says in which session it begins again", async () => {
    const { post, toServer, questions } = asking();
    await post(initialize({}));
    await post(call(1), "s");
    await expect.poll(() => questions).toHaveLength(1);
    await post({ ...initialize({}), id: "again" }, "s");
    const before = toServer.length;
    questions[0]!.answer(yes);
    await settle();
    expect(toServer).toHaveLength(before);
  });

  it("what a host answers to a question of the earlier one answers none of the later one", async () => {
    const { post, toServer } = asking();
    await post(initialize({ elicitation: {} }));
    const old = await idIn(await post(call(1), "s"));
    await post(initialize({ elicitation: {} }));
    const fresh = await idIn(await post(call(2), "s"));
    const before = toServer.length;
    await post({ id: old, result: yes }, "s");
    expect(toServer).toHaveLength(before);
    await post({ id: fresh, result: yes }, "s");
    expect(toServer.slice(before)).toEqual([{ jsonrpc: "2.0", id: 0, result: yes }]);
  });
});

it("with 200 sessions, another one takes the place of one that is not in use, which goes on, and of no other", async () => {
  let sessions = 0;
  const { post, listen } = behindUrl(({ id, method }, init) => {
    if (init.method === "GET")
      return new Response(new ReadableStream(), {
        headers: { "content-type": "text/event-stream" },
      });
    const result = method === "initialize" ? { protocolVersion: "2025-11-25" } : { content: [] };
    const session = method === "initialize" ? (sessions += 1) : 0;
    return Response.json(
      { jsonrpc: "2.0", id, result },
      { headers: { "mcp-session-id": `s${session}` } },
    );
  });
  const idle = [50, 51];
  let isOneOver = false;
  for (let session = 1; session <= 200; session += 1) {
    await post(initialize({}));
    if (idle.includes(session)) continue;
    const { body } = await listen(`s${session}`);
    void body!.getReader().closed.then(() => (isOneOver = true));
  }
  expect((await post(initialize({}))).status).toBe(200);
  await listen("s201");
  expect(await (await post(call(1), "s50")).json()).toMatchObject({ id: 1, result: {} });
  await listen("s50");
  await settle();
  expect(isOneOver).toBe(false);
  const response = await post(initialize({}));
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining("There are 200 sessions."),
  ]);
});
