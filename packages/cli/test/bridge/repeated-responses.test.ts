import { describe, expect, it } from "vitest";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, modern, openRelay, required, settle, slowUser } from "./relay-lab.js";

const complete = (id: unknown): Members => ({ id, result: { resultType: "complete", ok: true } });
const responses = (toHost: readonly Members[]): readonly Members[] =>
  toHost.filter(({ method }) => method === undefined);

describe("a server that responds twice to a request of 2026-07-28", () => {
  it("does not get its question past the bridge to a host that cannot show it", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(call(1, modern({})));
    at.fromServer(required(1));
    at.fromServer(required(1));
    await settle();
    expect(questions).toHaveLength(1);
    expect(at.toHost).toEqual([]);
    questions[0]!.answer({ action: "decline" });
    await settle();
    at.fromServer(complete(at.toServer.at(-1)!["id"]));
    expect(responses(at.toHost)).toEqual([{ jsonrpc: "2.0", ...complete(1) }]);
  });

  it("ends the request once, while the user is asked and after it", async () => {
    const { questions, asker } = slowUser();
    const at = await openRelay(asker);
    at.fromHost(call(1, modern({})));
    at.fromServer(required(1));
    at.fromServer(complete(1));
    await settle();
    expect(at.toHost).toEqual([]);
    questions[0]!.answer({ action: "decline" });
    await settle();
    const { id } = at.toServer.at(-1)!;
    at.fromServer(complete(1));
    at.fromServer(complete(id));
    at.fromServer(complete(id));
    expect(responses(at.toHost)).toEqual([{ jsonrpc: "2.0", ...complete(1) }]);
  });
});

it("a host that uses the id of an open request again gets one response with it", async () => {
  const { questions, asker } = slowUser();
  const at = await openRelay(asker);
  at.fromHost(call(1, modern({})));
  at.fromServer(required(1));
  at.fromHost({ ...call(1, modern({})), method: "prompts/get" });
  at.fromServer(complete(1));
  questions[0]!.answer({ action: "decline" });
  await settle();
  at.fromServer(complete(at.toServer.at(-1)!["id"]));
  expect(responses(at.toHost)).toHaveLength(1);
});

it("a response without an id reaches the host: a request that the server could not read", async () => {
  const at = await openRelay();
  const error = { id: null, error: { code: -32_700, message: "Parse error" } };
  at.fromServer(error);
  expect(at.toHost).toEqual([{ jsonrpc: "2.0", ...error }]);
});

it("a request of 2025 gets one response, too, unless it was given up before", async () => {
  const at = await openRelay();
  at.fromHost(call(1));
  at.fromServer({ id: 1, result: { is: "first" } });
  at.fromServer({ id: 1, result: { is: "second" } });
  at.fromHost(call(2));
  at.fromHost({ method: "notifications/cancelled", params: { requestId: 2 } });
  at.fromServer({ id: 2, result: { is: "late" } });
  at.fromServer({ id: 2, result: { is: "later" } });
  expect(at.toHost.map(({ result }) => result)).toEqual([{ is: "first" }, { is: "late" }]);
});
