import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HeldRounds } from "../../src/bridge/relay/held-rounds.js";
import type { Id, Members, Request } from "../../src/bridge/wire/messages.js";
import { call, elicit, initialize, modern, openRelay, settle, slowUser } from "./relay-lab.js";

afterEach(() => void vi.useRealTimers());

const messages = fc.record(
  {
    method: fc.string({ minLength: 1 }).map((name) => `x/${name}`),
    params: fc.dictionary(fc.string(), fc.jsonValue()),
    extra: fc.jsonValue(),
  },
  { requiredKeys: ["method"] },
);

describe("what passes", () => {
  it("unknown requests, notifications, results and errors, with every member", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.jsonValue(), fc.boolean(), async (message, value, isError) => {
        const at = await openRelay(slowUser().asker);
        const method = `notifications/${message.method}`;
        at.fromHost({ ...message, id: 7 });
        at.fromHost({ ...message, method });
        expect(at.toServer).toEqual([
          { jsonrpc: "2.0", ...message, id: 7 },
          { jsonrpc: "2.0", ...message, method },
        ]);
        const outcome = isError
          ? { error: { code: -5, message: "No.", data: value }, extra: value }
          : { result: { value }, extra: value };
        at.fromServer({ id: 7, ...outcome });
        at.fromServer({ ...message, id: "s" });
        const atHost = at.lastAsked();
        at.fromHost({ id: atHost, ...outcome });
        expect(at.toHost).toEqual([
          { jsonrpc: "2.0", id: 7, ...outcome },
          { jsonrpc: "2.0", ...message, id: atHost },
        ]);
        expect(at.toServer[2]).toEqual({ jsonrpc: "2.0", id: "s", ...outcome });
      }),
    );
  });

  it("a host's capabilities, with elicitation added where it can be asked here", async () => {
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({ roots: { listChanged: true }, elicitation: { form: { a: 1 } } }));
    expect(at.toServer[0]).toMatchObject({
      params: {
        capabilities: { roots: { listChanged: true }, elicitation: { form: { a: 1 }, url: {} } },
      },
    });
  });

  it("that no answer is an accident, where all forms are shown here and not in the host", async () => {
    const declared = async (capabilities: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const at = await openRelay(slowUser().asker);
      at.fromHost(initialize(capabilities));
      return (at.toServer[0] as { params: { capabilities: { experimental?: unknown } } }).params
        .capabilities.experimental;
    };
    expect(await declared({})).toEqual({ "midcall/deliberate": {} });
    const mine = { experimental: { mine: {} } };
    expect(await declared({ ...mine, elicitation: { url: {} } })).toEqual({
      mine: {},
      "midcall/deliberate": {},
    });
    expect(await declared({ ...mine, elicitation: {} })).toEqual({ mine: {} });
  });

  it("a host's capabilities as they are, where nobody can be asked here", async () => {
    const at = await openRelay();
    at.fromHost(initialize({ roots: {} }));
    expect(at.toServer[0]).toEqual({ jsonrpc: "2.0", ...initialize({ roots: {} }) });
  });

  it("a cancellation, and the response that comes nevertheless", async () => {
    const at = await openRelay();
    const params = { requestId: 1, reason: "enough" };
    at.fromHost(call(1));
    at.fromHost({ method: "notifications/cancelled", params });
    at.fromServer({ id: 1, result: {} });
    expect(at.toServer[1]).toEqual({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    expect(at.toHost).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });
});

describe("a question that the host cannot show", () => {
  it("is asked here, with its call and its host", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.fromServer(elicit("q"), 1);
    expect(questions[0]!.about).toMatchObject({
      ...{ host: "some-host", untilDone: false },
      call: { method: "tools/call", name: "pick", arguments: { tag: "a" } },
    });
    questions[0]!.answer({ action: "accept", content: {} });
    await settle();
    expect(at.toServer.at(-1)).toEqual({
      ...{ jsonrpc: "2.0", id: "q" },
      result: { action: "accept", content: {} },
    });
    expect(at.toHost).toEqual([]);
  });

  it("names no call where its stream does not say it, though no other one is open", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.fromServer(elicit("q"));
    expect(questions[0]!.about.call).toBeUndefined();
    at.fromServer(elicit("r"), 1);
    expect(questions[1]!.about.call).toBeDefined();
  });

  it("stays while one of the calls is open that may have asked it, and ends with the last of them", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.fromHost({ id: 2, method: "completion/complete" });
    at.fromServer(elicit("q"));
    const { signal } = questions[0]!.about;
    at.fromHost(call(3));
    at.fromServer({ id: 1, result: {} });
    expect(signal.aborted).toBe(false);
    at.fromHost({ method: "notifications/cancelled", params: { requestId: 2 } });
    expect(signal.reason).toBe("gave-up");
  });

  it("is an error and no answer, where no user has answered", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromServer(elicit("q"));
    questions[0]!.answer({ action: "cancel", content: { "midcall/cannotAsk": "deadline" } });
    await settle();
    expect(at.toServer.at(-1)).toMatchObject({ id: "q", error: { code: -32_603 } });
  });

  it.each([
    ["the host gives its call up", "gave-up"],
    ["the server withdraws it", "gave-up"],
    ["the server ends", "closed"],
    ["the host ends", "closed"],
  ])("is told when %s", async (what, why) => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromServer({ id: "init", result: {} });
    at.fromHost(call(1));
    at.fromServer(elicit("q"));
    if (what.startsWith("the host gives"))
      at.fromHost({ method: "notifications/cancelled", params: { requestId: 1 } });
    if (what.startsWith("the server withdraws"))
      at.fromServer({ method: "notifications/cancelled", params: { requestId: "q" } });
    if (what === "the server ends") at.serverGone("It crashed.");
    if (what === "the host ends") at.hostGone();
    expect(questions[0]!.about.signal.reason).toBe(why);
    await settle();
    if (what === "the server ends") {
      expect(at.toHost.at(-1)).toMatchObject({ id: 1, error: { code: -32_603 } });
      expect(JSON.stringify(at.toHost.at(-1))).toContain("It crashed.");
    }
  });

  it("keeps the host's clock alive with progress that increases", async () => {
    vi.useFakeTimers();
    const { asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1, { _meta: { progressToken: "p" } }));
    at.fromHost(call(2, { _meta: { progressToken: "other" } }));
    const report = (progress: number): void =>
      at.fromServer({
        method: "notifications/progress",
        params: { progressToken: "p", progress, total: 9 },
      });
    report(3);
    at.fromServer(elicit("q"));
    await vi.advanceTimersByTimeAsync(50_000);
    at.fromServer({ id: 2, result: {} });
    at.toHost.pop();
    await vi.advanceTimersByTimeAsync(50_000);
    report(4);
    const reports = at.toHost.map(
      ({ params }) => params as { progressToken: string; progress: number },
    );
    // It may be the other call that asks. Once that is over, nothing is reported of it.
    expect(reports.filter(({ progressToken }) => progressToken === "other")).toHaveLength(3);
    const steps = reports
      .filter(({ progressToken }) => progressToken === "p")
      .map(({ progress }) => progress);
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.at(-1)).toBe(4);
  });
});

describe("a host that answers in place of its user", () => {
  it("is not believed in 2025: the user is asked here", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({ elicitation: {} }, "claude-code", "2.2.0"));
    at.fromServer(elicit("q"));
    expect(at.toHost).toHaveLength(1);
    at.fromHost({ id: at.lastAsked(), result: { action: "decline" } });
    expect(at.toServer).toHaveLength(1);
    questions[0]!.answer({ action: "accept", content: {} });
    await settle();
    expect(at.toServer.at(-1)).toMatchObject({ id: "q", result: { action: "accept" } });
  });

  it("is not believed in 2026-07-28: the user is asked here", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    const meta = modern({ elicitation: {} }, { name: "claude-code", version: "2.2.0" });
    at.fromHost(call(1, meta));
    at.fromServer({
      id: 1,
      result: {
        ...{ resultType: "input_required", requestState: "s" },
        inputRequests: { one: { method: "elicitation/create", params: elicit("q")["params"] } },
      },
    });
    await settle();
    const { requestState, inputRequests } = (at.toHost[0] as { result: Members }).result;
    expect(Object.keys(inputRequests as Members)).toEqual(["one"]);
    at.fromHost(call(2, { ...meta, requestState, inputResponses: { one: { action: "decline" } } }));
    await settle();
    questions[0]!.answer({ action: "accept", content: {} });
    await settle();
    expect(at.toServer.at(-1)).toMatchObject({
      params: { requestState: "s", inputResponses: { one: { action: "accept" } } },
    });
  });

  it("is not believed in 2025 when the call is over by then: nobody waits for the user", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({ elicitation: {} }, "claude-code", "2.2.0"));
    at.fromHost(call(1));
    at.fromServer(elicit("q"));
    at.fromServer({ id: 1, result: {} });
    at.fromHost({ id: at.lastAsked(), result: { action: "decline" } });
    expect(questions[0]!.about.signal.reason).toBe("closed");
    expect(at.toServer).toHaveLength(2);
  });

  it("is believed when its user has had time", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({ elicitation: {} }, "claude-code", "2.2.0"));
    at.fromServer(elicit("q"));
    vi.advanceTimersByTime(1_000);
    at.fromHost({ id: at.lastAsked(), result: { action: "decline" } });
    expect(at.toServer.at(-1)).toMatchObject({ id: "q", result: { action: "decline" } });
  });
});

describe("a round of which the host can show a part", () => {
  const round = (id: Id): Members => ({
    id,
    result: {
      ...{ resultType: "input_required", requestState: "s" },
      inputRequests: {
        form: {
          method: "elicitation/create",
          params: { mode: "form", ...(elicit("q")["params"] as Members) },
        },
        link: {
          method: "elicitation/create",
          params: { mode: "url", url: "https://a.example", message: "Go." },
        },
      },
    },
  });
  async function halfAnswered() {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    const meta = modern({ elicitation: { form: {} } });
    at.fromHost(call(1, meta));
    at.fromServer(round(1));
    questions[0]!.answer({ action: "accept" });
    await settle();
    const { requestState } = (at.toHost[0] as { result: Members }).result;
    const back = { ...meta, requestState, inputResponses: { form: { action: "decline" } } };
    return { at, back };
  }

  it("goes back with both answers", async () => {
    const { at, back } = await halfAnswered();
    expect((at.toHost[0] as { result: Members }).result["inputRequests"]).toEqual({
      form: expect.anything() as unknown,
    });
    at.fromHost(call(2, back));
    expect(at.toServer.at(-1)).toMatchObject({
      params: {
        requestState: "s",
        inputResponses: { form: { action: "decline" }, link: { action: "accept" } },
      },
    });
  });

  it("gives the answer from here to no other account", () => {
    const held = new HeldRounds();
    const request = call(1) as Request;
    const answers = { one: { action: "accept" } };
    const round = {
      requestState: "s",
      responses: answers,
      asked: {},
      serverId: 1,
      isCertain: true,
    };
    const back = (state: string): Request => call(2, { requestState: state }) as Request;
    expect(held.take(back(held.hold(request, round, "test")), "production")).toBe("other");
    expect(held.take(back(held.hold(request, round, "test")), "test")).toMatchObject({
      params: { inputResponses: round.responses },
    });
  });

  it("gives the answer from here to no other call, and not twice", async () => {
    const { at, back } = await halfAnswered();
    const other = { ...call(3, back), params: { ...back, name: "other", arguments: {} } };
    at.fromHost(other);
    expect(at.toHost.at(-1)).toMatchObject({ id: 3, error: { code: -32_602 } });
    at.fromHost(call(4, back));
    expect(at.toHost.at(-1)).toMatchObject({ id: 4, error: { code: -32_602 } });
    expect(at.toServer).toHaveLength(1);
  });
});

describe("links that a server requires before it takes a call", () => {
  const refused = (id: Id): Members => ({
    id,
    error: {
      ...{ code: -32_042, message: "Connect first." },
      data: {
        elicitations: [
          { mode: "url", url: "https://a.example", elicitationId: "e", message: "Go." },
        ],
      },
    },
  });

  it("are opened here for a host that cannot, and the call is made again", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.fromServer(refused(1));
    expect(questions[0]!.about.untilDone).toBe(true);
    questions[0]!.answer({ action: "accept" });
    await settle();
    const again = at.toServer.at(-1)!;
    expect(again).toMatchObject({ method: "tools/call", params: { arguments: { tag: "a" } } });
    at.fromServer({ id: again["id"], result: { done: true } });
    expect(at.toHost).toEqual([{ jsonrpc: "2.0", id: 1, result: { done: true } }]);
  });

  it("are the error of the call when the user declines", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(initialize({}));
    at.fromHost(call(1));
    at.fromServer(refused(1));
    questions[0]!.answer({ action: "decline" });
    await settle();
    expect(at.toHost).toEqual([{ jsonrpc: "2.0", ...refused(1) }]);
  });

  it("are left to a host that can", async () => {
    const at = await openRelay(slowUser().asker);
    at.fromHost(initialize({ elicitation: { url: {} } }));
    at.fromHost(call(1));
    at.fromServer(refused(1));
    expect(at.toHost).toEqual([{ jsonrpc: "2.0", ...refused(1) }]);
  });
});
