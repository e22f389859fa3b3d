import { describe, expect, it } from "vitest";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
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

const yes: Members = { result: { action: "accept", content: {} } };
/** A host that cannot ask, and the question of its call, which the user is asked here. */
async function asking() {
  const user = slowUser();
  const at = await openRelay(user.asker);
  at.fromHost(initialize({}));
  at.fromHost(call(1));
  at.fromServer(elicit("q"));
  at.toServer.length = 0;
  return { ...at, ...user };
}

describe("an answer of a host's reaches no server", () => {
  it("to a question that the user is asked here", async () => {
    const { fromHost, toServer, questions, errors } = await asking();
    fromHost({ id: "q", ...yes });
    fromHost({ id: "q", error: { code: 1, message: "No." } });
    expect(toServer).toEqual([]);
    expect(errors.map(String)).toEqual([
      expect.stringContaining("The host answered what it was not asked"),
      expect.stringContaining("The host answered what it was not asked"),
    ]);
    questions[0]!.answer({ action: "decline" });
    await settle();
    expect(toServer).toEqual([{ jsonrpc: "2.0", id: "q", result: { action: "decline" } }]);
  });

  it("before the question, for one that is asked here afterwards, and with another id of the same look", async () => {
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.toServer.length = 0;
    at.fromHost({ id: 7, ...yes });
    at.fromServer(elicit(7));
    at.fromHost({ id: "7", ...yes });
    expect(at.toServer).toEqual([]);
  });

  it("twice, and neither after the server has withdrawn what it asked", async () => {
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({ roots: {} }));
    at.toServer.length = 0;
    at.fromServer({ id: 1, method: "roots/list" });
    const first = at.lastAsked();
    at.fromServer({ id: 2, method: "roots/list" });
    const second = at.lastAsked();
    at.fromServer({ method: "notifications/cancelled", params: { requestId: 2 } });
    for (const id of [first, first, second]) at.fromHost({ id, result: { roots: [] } });
    expect(at.toServer).toEqual([{ jsonrpc: "2.0", id: 1, result: { roots: [] } }]);
  });

  it("to a question that is asked here under an id that the host was asked something else with", async () => {
    const { fromHost, fromServer, toServer, questions, lastAsked } = await asking();
    fromServer({ id: "roots", method: "roots/list" });
    const roots = lastAsked();
    fromServer(elicit("roots"));
    fromHost({ id: roots, ...yes });
    expect(toServer).toEqual([]);
    expect(questions).toHaveLength(2);
  });
});

it("an answer of a host's to what was asked before the server has begun anew answers nothing of what it asks then", async () => {
  const at = await openRelay(slowUser().asker);
  at.fromHost(initialize({ elicitation: {} }));
  at.fromHost(call(1));
  at.fromServer(elicit(0));
  const before = at.lastAsked();
  at.serverRestarted();
  expect(at.toHost.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: before },
  });
  at.fromServer(elicit(0));
  const { id } = at.toHost.at(-1)!;
  expect(id).not.toBe(before);
  at.toServer.length = 0;
  at.fromHost({ id: before, ...yes });
  expect(at.toServer).toEqual([]);
  at.fromHost({ id, ...yes });
  expect(at.toServer).toEqual([{ jsonrpc: "2.0", id: 0, ...yes }]);
  // It is withdrawn under the id that the host knows.
  at.fromServer(elicit(1));
  const last = at.toHost.at(-1)!["id"];
  at.fromServer({ method: "notifications/cancelled", params: { requestId: 1 } });
  expect(at.toHost.at(-1)).toMatchObject({ params: { requestId: last } });
});

it("a question ends when the server asks another one with its id", async () => {
  const { fromServer, questions, toServer } = await asking();
  fromServer(elicit("q"));
  questions[0]!.answer(yes["result"] as Members);
  await settle();
  expect(toServer).toEqual([]);
  questions[1]!.answer({ action: "decline" });
  await settle();
  expect(toServer).toEqual([{ jsonrpc: "2.0", id: "q", result: { action: "decline" } }]);
});

describe("when a server asks twice under one id, before the first has an answer", () => {
  async function twice(capabilities: Members) {
    const user = slowUser();
    const at = await openRelay(user.asker);
    at.fromHost(initialize(capabilities));
    at.fromHost(call(1));
    at.fromServer(elicit(0));
    const first = at.lastAsked();
    at.fromServer(elicit(0));
    at.toServer.length = 0;
    return { ...at, ...user, first };
  }

  it("the host gets the second one under another id, and the first is withdrawn and answered by nothing", async () => {
    const { fromHost, toHost, toServer, first, lastAsked } = await twice({ elicitation: {} });
    expect(toHost.at(-2)).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: first },
    });
    fromHost({ id: first, ...yes });
    expect(toServer).toEqual([]);
    fromHost({ id: lastAsked(), result: { action: "decline" } });
    expect(toServer).toEqual([{ jsonrpc: "2.0", id: 0, result: { action: "decline" } }]);
  });

  it("no id of the server's is one that the host gets", async () => {
    const { first, lastAsked } = await twice({ elicitation: {} });
    expect(first).not.toBe(0);
    expect(lastAsked()).not.toBe(first);
  });

  it("the first is withdrawn at the host, though the second is asked here", async () => {
    const { fromServer, fromHost, toHost, toServer, lastAsked } = await twice({ elicitation: {} });
    const atHost = lastAsked();
    fromServer({ ...elicit(0), params: { mode: "url", message: "Go.", url: "https://a.example" } });
    expect(toHost.at(-1)).toMatchObject({ params: { requestId: atHost } });
    fromHost({ id: atHost, ...yes });
    expect(toServer).toEqual([]);
  });
});

describe("a question that the host has got is withdrawn when its call", () => {
  async function asked(stream: Id | undefined) {
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({ elicitation: {} }));
    at.fromHost(call(1));
    at.fromServer(elicit(0), stream);
    const atHost = at.lastAsked();
    at.toServer.length = 0;
    const expectWithdrawn = (): void => {
      const withdrawn = { method: "notifications/cancelled", params: { requestId: atHost } };
      expect(at.toHost.filter((one) => one["method"] === withdrawn.method)).toMatchObject([
        withdrawn,
      ]);
      at.fromHost({ id: atHost, ...yes });
      expect(at.toServer.filter((one) => one["result"] !== undefined)).toEqual([]);
    };
    return { ...at, expectWithdrawn };
  }

  it("ends, where the protocol says which call asks: the server gets an error", async () => {
    const { fromServer, toServer, expectWithdrawn } = await asked(1);
    fromServer({ id: 1, result: {} });
    expectWithdrawn();
    expect(toServer).toMatchObject([{ id: 0, error: {} }]);
  });

  it.each([
    ["on its own stream", 1],
    ["beside it", undefined],
  ])(
    "is cut off, and it came %s: the server, which may be another by now, gets nothing",
    async (_, stream) => {
      const { server, fromServer, toServer, expectWithdrawn } = await asked(stream);
      server.onlost!(1);
      fromServer({ id: 1, error: { code: 1, message: "cut" } });
      expectWithdrawn();
      expect(toServer).toEqual([]);
    },
  );

  it.each([
    ["on its own stream", 1],
    ["beside it", undefined],
  ])("has a stream that breaks off and may go on, and it came %s", async (_, stream) => {
    const { server, toServer, expectWithdrawn } = await asked(stream);
    server.onbroken!(1);
    expectWithdrawn();
    expect(toServer).toEqual([]);
  });
});

it.each([
  ["of a call is cut off", true],
  ["beside all breaks off, when no call was open", false],
])("what the user is asked here ends without an answer when the stream %s", async (_, isOfCall) => {
  const user = slowUser();
  const at = await openRelay(user.asker);
  at.fromHost(initialize({}));
  at.fromServer({ id: "init", result: {} });
  if (isOfCall) at.fromHost(call(1));
  at.fromServer(elicit(0));
  at.toServer.length = 0;
  at.server.onbroken!(isOfCall ? 1 : undefined);
  expect(user.questions[0]!.about.signal.aborted).toBe(true);
  user.questions[0]!.answer(yes["result"] as Members);
  await settle();
  expect(at.toServer).toEqual([]);
});

it("what was asked before another handshake of the host's is answered by nothing", async () => {
  const { fromHost, questions, toServer } = await asking();
  fromHost({ id: 2, result: {} });
  fromHost({ ...initialize({}), id: "again" });
  toServer.length = 0;
  questions[0]!.answer(yes["result"] as Members);
  await settle();
  expect(toServer).toEqual([]);
});

describe("answers in a request", () => {
  const inputResponses = { one: { action: "accept", content: { ok: true } } };

  it.each([
    ["of 2026-07-28 from a host that cannot ask its user", modern({})],
    ["of 2025", {}],
  ])("%s reach no server", async (_, meta) => {
    const at = await openRelay(slowUser().asker);
    at.fromHost({ ...call(1, { ...meta, inputResponses }) });
    expect(at.toServer).toEqual([]);
    expect(at.toHost).toMatchObject([
      { id: 1, error: { message: expect.stringContaining("this host was not asked") as string } },
    ]);
  });

  it("in advance pass where the host asks its user everything, and where they are none of a user's", async () => {
    const at = await openRelay(slowUser().asker);
    at.fromHost(call(1, { ...modern({ elicitation: { form: {}, url: {} } }), inputResponses }));
    const roots = { list: { roots: [] } };
    at.fromHost(call(2, { ...modern({ roots: {} }), inputResponses: roots }));
    expect(at.toServer).toMatchObject([
      { params: { inputResponses } },
      { params: { inputResponses: roots } },
    ]);
  });

  it("in advance are left out where the host does not show all questions", async () => {
    const at = await openRelay(slowUser().asker);
    const list = { roots: [] };
    at.fromHost(
      call(1, {
        ...modern({ elicitation: {} }),
        inputResponses: { ...inputResponses, list },
      }),
    );
    expect(at.toServer).toMatchObject([{ params: { inputResponses: { list } } }]);
    const [{ params }] = at.toServer as [{ params: Members }];
    expect(params["inputResponses"]).toEqual({ list });
  });

  it.each(["x", "", 0, null])(
    "in advance are left out as well with a state that the host has made up: %j",
    async (requestState) => {
      const at = await openRelay(slowUser().asker);
      at.fromHost(call(1, { ...modern({ elicitation: {} }), inputResponses, requestState }));
      expect(at.toServer.map(({ params }) => (params as Members)["inputResponses"])).toEqual([{}]);
    },
  );

  it.each([true, false])(
    "to what the host was asked pass with the server's state, whether the bridge can ask (%s) or not",
    async (canAsk) => {
      const at = await openRelay(canAsk ? slowUser().asker : undefined);
      at.fromHost(call(1, modern({ elicitation: {} })));
      at.fromServer(required(1));
      const { requestState } = at.toHost[0]!["result"] as Members;
      at.fromHost(call(2, { ...modern({ elicitation: {} }), inputResponses, requestState }));
      expect(at.toServer.at(-1)).toMatchObject({ params: { inputResponses, requestState } });
    },
  );

  it("to what the host was asked without a state pass, for that call alone", async () => {
    const at = await openRelay(slowUser().asker);
    const { requestState: _, ...stateless } = required(1)["result"] as Members;
    at.fromHost(call(1, modern({ elicitation: {} })));
    at.fromServer({ id: 1, result: stateless });
    at.fromHost(call(2, { ...modern({ elicitation: {} }), inputResponses }));
    const other = { ...modern({ elicitation: {} }), arguments: { tag: "b" }, inputResponses };
    at.fromHost(call(3, other));
    const given = at.toServer.map(({ params }) => (params as Members)["inputResponses"]);
    expect(given).toEqual([undefined, inputResponses, {}]);
  });

  it("to what was not asked in its round are left out", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(call(1, modern({ roots: {} })));
    const round = required(1)["result"] as Members;
    const inputRequests = {
      ...(round["inputRequests"] as Members),
      list: { method: "roots/list" },
    };
    at.fromServer({ id: 1, result: { ...round, inputRequests } });
    await settle();
    questions[0]!.answer({ action: "decline" });
    await settle();
    const { requestState } = at.toHost[0]!["result"] as Members;
    at.fromHost(
      call(2, {
        ...modern({ roots: {} }),
        requestState,
        inputResponses: { list: { roots: [] }, two: { roots: [] } },
      }),
    );
    expect((at.toServer.at(-1)!["params"] as Members)["inputResponses"]).toEqual({
      list: { roots: [] },
      one: { action: "decline" },
    });
  });

  it.each(["constructor", "toString", "__proto__"])(
    "leave out no question whose key is %s",
    async (key) => {
      const { questions, asker } = slowUser();
      const at = await openRelay(asker);
      at.fromHost(call(1, modern({ elicitation: {} })));
      const round = required(1)["result"] as Members;
      const here = { mode: "later", message: "Here?" };
      const inputRequests = Object.fromEntries([
        ["here", { method: "elicitation/create", params: here }],
        [key, { method: "elicitation/create", params: elicit("q")["params"] }],
      ]);
      at.fromServer({ id: 1, result: { ...round, inputRequests } });
      await settle();
      questions[0]!.answer({ action: "decline" });
      await settle();
      expect(at.toHost).toHaveLength(1);
      const left = (at.toHost[0]!["result"] as Members)["inputRequests"] as Members;
      expect(Object.keys(left)).toEqual([key]);
    },
  );
});

it("a request without an id that is no notification reaches no server", async () => {
  const at = await openRelay(slowUser().asker);
  const { id: _, ...without } = call(1);
  at.fromHost(without);
  expect(at.toServer).toEqual([]);
  expect(String(at.errors[0])).toContain("The host sent tools/call without an id");
});
