import { describe, expect, it } from "vitest";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { call, elicit, modern, openRelay, settle, slowUser } from "./relay-lab.js";

const selfAnswering = { name: "claude-code", version: "2.2.0" };

/** A host of 2026-07-28 in front of a server of 2025, which works on a call. */
async function working(meta: Members) {
  const user = slowUser();
  const at = await openRelay(
    user.asker,
    (server) => new As2026(server, { capabilities: {}, serverInfo: {} }),
  );
  at.fromHost(call(1, meta));
  const serverId = at.toServer[0]!["id"] as Id;
  at.toServer.length = 0;
  const giveUp = (requestId: Id): void =>
    at.fromHost({ method: "notifications/cancelled", params: { requestId } });
  const expectGivenUp = (): Promise<void> =>
    expect
      .poll(() => at.toServer)
      .toMatchObject([
        { method: "notifications/cancelled", params: { requestId: serverId } },
        { id: "q", error: { message: expect.stringMatching(/has ended/) as string } },
      ]);
  return { ...at, ...user, serverId, giveUp, expectGivenUp };
}

describe("a call of 2026-07-28 that is given up ends at a server of 2025, with its question", () => {
  it.each([
    ["on its stream", true],
    ["beside it", false],
  ])("which it has asked %s, and which the user is asked here", async (_, hasStream) => {
    const { fromServer, questions, serverId, giveUp, expectGivenUp } = await working(modern({}));
    fromServer(elicit("q"), hasStream ? serverId : undefined);
    await expect.poll(() => questions).toHaveLength(1);
    giveUp(1);
    expect(questions[0]!.about.signal.reason).toBe("gave-up");
    await expectGivenUp();
  });

  it("which its host has got, and does not answer", async () => {
    const { fromServer, toHost, giveUp, expectGivenUp } = await working(
      modern({ elicitation: {} }),
    );
    fromServer(elicit("q"));
    await expect.poll(() => toHost).toHaveLength(1);
    giveUp(1);
    await expectGivenUp();
  });

  it("which its host has answered itself, and the user is asked here", async () => {
    const meta = modern({ elicitation: {} }, selfAnswering);
    const { fromHost, fromServer, toHost, questions, giveUp, expectGivenUp } = await working(meta);
    fromServer(elicit("q"));
    await expect.poll(() => toHost).toHaveLength(1);
    const { requestState, inputRequests } = toHost[0]!["result"] as Members;
    const [key] = Object.keys(inputRequests as Members);
    const inputResponses = { [key!]: { action: "decline" } };
    fromHost(call(2, { ...meta, requestState, inputResponses }));
    expect(questions).toHaveLength(1);
    giveUp(2);
    expect(questions[0]!.about.signal.reason).toBe("gave-up");
    await expectGivenUp();
  });

  it("though another call is open, for which the question may be: that one is asked on", async () => {
    const { fromHost, fromServer, toServer, questions, serverId, giveUp } = await working(
      modern({}),
    );
    fromHost(call(2, modern({})));
    toServer.length = 0;
    fromServer(elicit("q"));
    expect(questions).toHaveLength(1);
    giveUp(1);
    await expect
      .poll(() => toServer)
      .toMatchObject([{ method: "notifications/cancelled", params: { requestId: serverId } }]);
    expect(questions[0]!.about.signal.aborted).toBe(false);
  });
});

describe("a question goes into the result of no other call, when it may be that of one that", () => {
  it.each<[string, (at: Awaited<ReturnType<typeof working>>) => void]>([
    ["was given up", ({ giveUp }) => giveUp(1)],
    [
      "was cut off",
      ({ server, serverId, fromServer }) => {
        server.onlost!(serverId);
        fromServer({ id: serverId, error: { code: -32_603, message: "The connection ended." } });
      },
    ],
    [
      "goes on as a task",
      ({ serverId, fromServer }) => fromServer({ id: serverId, result: { task: { taskId: "t" } } }),
    ],
    ["the server has worked on before it has begun anew", ({ server }) => server.onrestart!()],
    [
      "could not be sent",
      ({ server, fromHost }) => {
        const { send } = server;
        server.send = () => Promise.reject(new Error("504"));
        fromHost(call("lost", modern({})));
        server.send = send;
      },
    ],
  ])("%s", async (_, lose) => {
    const meta = modern({ elicitation: {} });
    const at = await working(meta);
    lose(at);
    await settle();
    at.fromServer({ id: at.serverId, result: {} });
    at.toHost.length = 0;
    at.fromHost(call(2, meta));
    await settle();
    at.fromServer(elicit("q"));
    expect(at.questions).toHaveLength(1);
    expect(at.questions[0]!.about.call).toBeUndefined();
    expect(at.toHost).toEqual([]);
  });
});

it("a server behind a URL says that a request was cut off", async () => {
  const fetch = async (): Promise<Response> =>
    new Response("", { headers: { "content-type": "text/event-stream" } });
  const url = new URL("http://127.0.0.1:1/mcp");
  const server = new HttpServer({ url, transport: { fetch }, onError: () => {} });
  const seen: unknown[] = [];
  server.onlost = () => void seen.push("lost");
  server.onmessage = (message) => void seen.push(message);
  await server.send(call(1));
  await expect
    .poll(() => seen)
    .toEqual(["lost", expect.objectContaining({ id: 1, error: expect.anything() as unknown })]);
});

it("no call is named for a question of a server of 2025 that the host cannot show", async () => {
  const { fromServer, questions } = await working(modern({}));
  fromServer(elicit("q"));
  await expect.poll(() => questions).toHaveLength(1);
  expect(questions[0]!.about.call).toBeUndefined();
});
