import { describe, expect, it, onTestFinished } from "vitest";
import { Front } from "../../src/bridge/http/front.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { LONG_MS } from "./lab.js";
import { call, elicit, fakeServer, initialize, settle, slowUser } from "./relay-lab.js";

/** A host of 2025 over HTTP with two open calls to a program. */
async function twoCalls(canAsk = true) {
  const server = fakeServer((message) => {
    const { id, method } = message;
    toServer.push(message);
    if (method !== "initialize") return;
    const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
    server.onmessage!({ jsonrpc: "2.0", id, result });
  });
  const { questions, asker } = slowUser();
  const toServer: Members[] = [];
  const front = new Front({
    connect: () => server,
    asker: canAsk ? asker : undefined,
    onError: () => {},
    idleMs: LONG_MS,
  });
  onTestFinished(() => front.close());
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  const serve = (method: string, message?: Members): Promise<Response> =>
    front.serveSession(
      new Request("http://127.0.0.1/mcp", { method, headers }),
      message && { jsonrpc: "2.0", ...message },
    );
  const begun = await serve("POST", initialize({ elicitation: {} }));
  headers.set("mcp-session-id", begun.headers.get("mcp-session-id")!);
  await begun.text();
  const calls = [await serve("POST", call(1)), await serve("POST", call(2))];
  return {
    ...{ calls, questions, toServer },
    listen: async () => (await serve("GET")).body!.pipeThrough(new TextDecoderStream()).getReader(),
    ask: (message = elicit("q")) => server.onmessage!({ jsonrpc: "2.0", ...message }),
    finish: async () => {
      for (const id of [1, 2]) server.onmessage!({ jsonrpc: "2.0", id, result: {} });
      return Promise.all(calls.map((one) => one.text()));
    },
  };
}

it("a question of which the server does not say the call reaches a host over HTTP beside its calls", async () => {
  const { listen, ask, finish } = await twoCalls();
  const beside = await listen();
  ask();
  expect((await beside.read()).value).toContain("elicitation/create");
  expect((await finish()).join("")).not.toContain("elicitation/create");
});

describe("what asks beside all calls reaches none of their streams, when a host over HTTP has no other one", () => {
  it("a question is asked here, without a call", async () => {
    const { listen, ask, finish, questions } = await twoCalls();
    await (await listen()).cancel();
    await settle();
    ask();
    expect(questions.map(({ about }) => about.call)).toEqual([undefined]);
    expect((await finish()).join("")).not.toContain("elicitation/create");
  });

  it.each<[string, Members]>([
    ["a question that cannot be asked here", elicit("q")],
    ["another request", { id: "q", method: "sampling/createMessage", params: {} }],
  ])("%s ends with an error that says why", async (_, message) => {
    const { ask, finish, toServer } = await twoCalls(false);
    ask(message);
    expect(toServer.at(-1)).toMatchObject({
      id: "q",
      error: { message: expect.stringContaining("no stream open") as string },
    });
    expect((await finish()).join("")).not.toContain(message["method"]);
  });
});
