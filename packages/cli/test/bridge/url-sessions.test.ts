import { describe, expect, it, onTestFinished } from "vitest";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { call, elicit, initialize, settle, slowUser } from "./relay-lab.js";

type Respond = (message: Members) => Response | Promise<Response>;

/** A bridge in front of a URL, whose responses are these. All its sessions have the same id. */
function behindUrl(respond: Respond) {
  const toServer: Members[] = [];
  const { questions, asker } = slowUser();
  const front = new UrlFront({
    connect: () => {
      throw new Error("Nothing is to be translated.");
    },
    ...{ asker, onError: () => {}, idleMs: LONG_MS, url: new URL("http://127.0.0.1:1/mcp") },
    headers: {},
    fetch: async (_, { body }) => {
      const message = JSON.parse(body as string) as Members;
      toServer.push(message);
      return respond(message);
    },
  });
  onTestFinished(() => front.close());
  const post = (message: Members, session?: string): Promise<Response> => {
    const headers = new Headers({ "content-type": "application/json" });
    if (session !== undefined) headers.set("mcp-session-id", session);
    const http = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    return front.serveSession(http, { jsonrpc: "2.0", ...message });
  };
  return { post, toServer, questions };
}

const json = (message: Members): Response =>
  Response.json({ jsonrpc: "2.0", ...message }, { headers: { "mcp-session-id": "s" } });

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
