import { describe, expect, it } from "vitest";
import { callOf } from "../../src/bridge/relay/open-requests.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import {
  call,
  elicit,
  fakeServer,
  initialize,
  modern,
  openRelay,
  required,
  settle,
  slowUser,
} from "./relay-lab.js";

const RELATED = "io.modelcontextprotocol/related-task";
const ofTask = (id: Id, taskId: string): Members => ({
  ...elicit(id),
  params: { ...(elicit(id)["params"] as Members), _meta: { [RELATED]: { taskId } } },
});
const other = (id: Id): Members => ({
  ...{ id, method: "tools/call" },
  params: { name: "remove", arguments: { path: "/home" } },
});

/** A bridge whose host makes a call that goes on as a task, and then another one. */
async function working(meta: Members = {}) {
  const user = slowUser();
  const at = await openRelay(user.asker);
  at.fromHost(initialize({}));
  at.fromHost(call(1, { ...meta, task: { ttl: 1000 } }));
  at.fromServer({ id: 1, result: { task: { taskId: "t", status: "working" } } });
  const calls = (): unknown[] => user.questions.map(({ about }) => about.call);
  return { ...at, ...user, calls };
}

describe("a question names no call", () => {
  it("of a task that goes on, while another call is open", async () => {
    const { fromHost, fromServer, calls } = await working();
    fromHost(other(2));
    fromServer(ofTask("q", "t"));
    fromServer(ofTask("r", "t"), 2);
    expect(calls()).toEqual([undefined, undefined]);
  });

  it("that does not say its task, once there was one: a task may ask at any time", async () => {
    const { fromHost, fromServer, calls } = await working();
    fromHost(other(2));
    fromServer(elicit("q"));
    fromServer({ id: 2, result: {} });
    fromHost({ id: 3, method: "tasks/result", params: { taskId: "t" } });
    fromServer(elicit("r"));
    fromServer({ id: 3, result: {} });
    fromHost(other(4));
    fromServer(elicit("s"));
    expect(calls()).toEqual([undefined, undefined, undefined]);
  });

  it("whose request uses an id that is taken: there is one call with it", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(call(1));
    at.fromHost(other(1));
    expect(at.toServer).toHaveLength(1);
    at.fromServer(elicit("q"), 1);
    expect(questions[0]!.about.call).toMatchObject({ name: "pick" });
    expect(at.errors.map(String)).toEqual([expect.stringContaining("an id of its own")]);
  });
});

describe("a question on the stream of a call that was given up names none that has its id since", () => {
  const cancelled = (requestId: Id): Members => ({
    method: "notifications/cancelled",
    params: { requestId },
  });
  async function open() {
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(initialize({}));
    const ask = (about: Id): unknown => {
      at.fromServer(elicit(`q${user.questions.length}`), about);
      return user.questions.at(-1)!.about.call;
    };
    return { ...at, ask };
  }

  it("though something else has had it in between", async () => {
    const { fromHost, fromServer, toServer, ask } = await open();
    fromHost(other(1));
    fromHost(cancelled(1));
    fromHost({ id: 1, method: "ping" });
    fromServer({ id: toServer.at(-1)!["id"], result: {} });
    fromHost(call(1));
    expect(ask(1)).toBeUndefined();
    expect(ask(toServer.at(-1)!["id"] as Id)).toMatchObject({ name: "pick" });
  });

  it("when many others have been given up since", async () => {
    const { fromHost, ask } = await open();
    fromHost(other(0));
    for (let id = 0; id <= 10_000; id += 1) {
      if (id > 0) fromHost(call(id));
      fromHost(cancelled(id));
    }
    fromHost(call(0));
    expect(ask(0)).toBeUndefined();
  });
});

it("a request with an id of the bridge's own is refused", async () => {
  const at = await openRelay(slowUser().asker);
  at.fromHost(initialize({ elicitation: {} }));
  at.fromServer(elicit(0));
  const id = at.lastAsked();
  at.toServer.length = 0;
  at.fromHost(call(id));
  expect(at.toServer).toEqual([]);
  expect(at.toHost.at(-1)).toMatchObject({
    id,
    error: { message: expect.stringContaining("the bridge's own") as string },
  });
});

it("no host can guess an id that the bridge has made for the server", async () => {
  const ids = async (): Promise<unknown> => {
    const initialized = { capabilities: {}, serverInfo: {} };
    const at = await openRelay(slowUser().asker, (server) => new As2026(server, initialized));
    at.fromHost(call(1, modern({})));
    return at.toServer[0]!["id"];
  };
  expect(await ids()).not.toBe(await ids());
});

it("a call of 2026-07-28 ends when its host goes on in 2025, and what it asks still is no other call's", async () => {
  const user = slowUser();
  const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
  const sent: Members[] = [];
  const program = fakeServer((message) => {
    const { id, method } = message;
    sent.push(message);
    if (method === "initialize") program.onmessage!({ jsonrpc: "2.0", id, result: initialized });
    if (method === "server/discover")
      program.onmessage!({ jsonrpc: "2.0", id, error: { code: -32_601, message: "No." } });
  });
  const at = await openRelay(user.asker, () => new AnyVersionServer(() => program));
  at.fromHost(call(5, modern({})));
  const old = (): Members | undefined => sent.find(({ method }) => method === "tools/call");
  await expect.poll(old).toBeDefined();
  at.fromHost(initialize({}));
  await expect.poll(() => at.toHost.map(({ id }) => id)).toEqual([5, "init"]);
  expect(at.toHost[0]).toMatchObject({ error: {} });
  expect(sent.at(-1)).toMatchObject({ params: { requestId: old()!["id"] } });
  at.fromHost(other(6));
  program.onmessage!({ jsonrpc: "2.0", ...elicit(0) }, old()!["id"] as Id);
  expect(user.questions.map(({ about }) => about.call)).toEqual([undefined]);
});

describe("an id is never used again at the server once its call has ended without the server's response,", () => {
  const cut = { id: 50, error: { code: -32_603, message: "cut" } };
  type At = Awaited<ReturnType<typeof openRelay>>;
  const lose = ({ server, fromServer }: At): void => {
    server.onlost!(50);
    fromServer(cut);
  };

  it.each<[string, (at: At) => void]>([
    ["because it was cut off", lose],
    [
      "because it was given up and then cut off",
      (at) => {
        at.fromHost({ method: "notifications/cancelled", params: { requestId: 50 } });
        lose(at);
      },
    ],
    [
      "because it could not be sent, or was refused on the way",
      ({ server, fromHost }) => {
        const { send } = server;
        server.send = () => Promise.reject(new Error("504"));
        fromHost({ id: 50, method: "ping" });
        server.send = send;
      },
    ],
  ])("%s: what it asks still is no other call's", async (what, end) => {
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(initialize({}));
    if (!what.includes("sent")) at.fromHost(other(50));
    end(at);
    await settle();
    at.fromHost(call(50));
    const { id } = at.toServer.at(-1)!;
    expect(id).not.toBe(50);
    at.fromServer(elicit("q"), 50);
    expect(user.questions[0]!.about.call).toBeUndefined();
    at.fromServer({ id, result: { is: "its own" } });
    expect(at.toHost.at(-1)).toEqual({ jsonrpc: "2.0", id: 50, result: { is: "its own" } });
  });

  it("though many others have ended so since", async () => {
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({}));
    for (let id = 50; id <= 10_060; id += 1) at.server.onlost!(id);
    at.fromHost(call(50));
    expect(at.toServer.at(-1)!["id"]).not.toBe(50);
  });
});

describe("a late response to a request that was given up", () => {
  async function givenUp(method: string) {
    const at = await openRelay();
    at.fromHost({ id: 50, method });
    at.fromHost({ method: "notifications/cancelled", params: { requestId: 50 } });
    return at;
  }

  it.each(["tools/list", "tools/call"])("ends no other one with its id: %s", async (method) => {
    const { relay, fromHost, fromServer, toHost, toServer } = await givenUp(method);
    fromHost(call(50));
    fromServer({ id: 50, result: { is: "late" } });
    expect(toHost).toEqual([]);
    expect(relay.isOpen(50)).toBe(true);
    fromServer({ id: toServer.at(-1)!["id"], result: { is: "its own" } });
    expect(toHost).toEqual([{ jsonrpc: "2.0", id: 50, result: { is: "its own" } }]);
  });

  it("has the id that its host knows", async () => {
    const { fromHost, fromServer, toHost, toServer } = await givenUp("tools/call");
    fromHost(call(50));
    fromHost({ method: "notifications/cancelled", params: { requestId: 50 } });
    const { requestId } = toServer.at(-1)!["params"] as Members;
    expect(requestId).not.toBe(50);
    fromServer({ id: requestId, result: {} });
    expect(toHost).toEqual([{ jsonrpc: "2.0", id: 50, result: {} }]);
  });
});

it("what a server has asked before it has begun anew is asked no more", async () => {
  const user = slowUser();
  const at = await openRelay(user.asker);
  at.fromHost(initialize({ roots: {} }));
  at.fromHost(call(1));
  at.fromServer(elicit(0));
  at.fromServer({ id: 1, method: "roots/list" });
  at.toServer.length = 0;
  at.serverRestarted();
  at.fromServer(elicit(0));
  user.questions[0]!.answer({ action: "accept", content: {} });
  at.fromHost({ id: 1, result: { roots: [] } });
  await settle();
  expect(at.toServer).toEqual([]);
  expect(user.questions[0]!.about.signal.aborted).toBe(true);
  expect(user.questions[1]!.about.call).toBeUndefined();
});

describe("a question is not the first of its call", () => {
  async function open(capabilities: Members = {}) {
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(initialize(capabilities));
    at.fromHost(call(1));
    const areFirst = (): boolean[] => user.questions.map(({ about }) => about.isFirst);
    return { ...at, ...user, areFirst };
  }

  it("after another one", async () => {
    const { fromServer, areFirst } = await open();
    fromServer(elicit("q"), 1);
    fromServer(elicit("r"), 1);
    expect(areFirst()).toEqual([true, false]);
  });

  it("after a request for something else", async () => {
    const { fromServer, areFirst } = await open({ roots: {} });
    fromServer({ id: "roots", method: "roots/list" });
    fromServer(elicit("q"), 1);
    expect(areFirst()).toEqual([false]);
  });

  it("after one of which nobody knows the call", async () => {
    const { fromHost, fromServer, areFirst } = await open();
    fromHost(other(2));
    fromServer(elicit("q"));
    fromServer(elicit("r"), 1);
    expect(areFirst().at(-1)).toBe(false);
  });

  it("in a later round of 2026-07-28, whether the host comes back or the bridge does", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(call(1, modern({})));
    at.fromServer(required(1));
    await settle();
    questions[0]!.answer({ action: "decline" });
    await settle();
    at.fromServer(required(at.toServer.at(-1)!["id"] as Id));
    at.fromHost(call(2, { ...modern({}), requestState: "s" }));
    at.fromServer(required(2));
    await settle();
    expect(questions.map(({ about }) => about.isFirst)).toEqual([true, false, false]);
  });
});

it("a question ends with its call", async () => {
  const { questions, asker } = slowUser();
  const at = await openRelay(asker);
  at.fromHost(initialize({}));
  at.fromHost(call(1));
  at.fromServer(elicit("q"));
  at.fromServer({ id: 1, result: {} });
  expect(questions[0]!.about.signal.aborted).toBe(true);
  expect(questions[0]!.about.signal.reason).toBe("closed");
});

describe("a call is", () => {
  it.each<[string, Members, unknown]>([
    ["a tool by its name", { name: "t", arguments: { a: 1 } }, { name: "t", arguments: { a: 1 } }],
    [
      "the same with what the protocol adds",
      { name: "t", _meta: {}, task: {}, inputResponses: {}, requestState: "s" },
      { name: "t" },
    ],
    ["none with a param that is not shown", { name: "t", arguments: {}, uri: "x" }, undefined],
    ["the same as a task that is kept for a while", { name: "t", task: { ttl: 1 } }, { name: "t" }],
    ["none as a task with more in it", { name: "t", task: { ttl: 1, as: "admin" } }, undefined],
    ["none as a task that is none", { name: "t", task: "admin" }, undefined],
    ["none without a name", { uri: "file:///a" }, undefined],
  ])("%s", (_, params, expected) => {
    const found = callOf({ id: 1, method: "tools/call", params });
    expect(found).toEqual(
      expected === undefined
        ? undefined
        : { method: "tools/call", arguments: undefined, ...(expected as Members) },
    );
  });

  it("a resource by its uri, and by no name beside it", () => {
    const read = (params: Members) => callOf({ id: 1, method: "resources/read", params });
    expect(read({ uri: "file:///a" })).toMatchObject({ name: "file:///a" });
    expect(read({ uri: "file:///a", name: "public" })).toBeUndefined();
  });
});
