import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../test/own-timers.js";
import { connect, RequestError, unknownMethod } from "../../app/src/host/json-rpc.js";
import { fakeHost, settled } from "./fake-host.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const handlers = { request: vi.fn(), notification: vi.fn() };
beforeEach(() => void [handlers.request, handlers.notification].forEach((one) => one.mockReset()));

it("resolves with the result of its own request, and rejects with the host's error", async () => {
  const host = fakeHost();
  const connection = connect(host.own, handlers);
  const first = connection.request("a", { x: 1 });
  const second = connection.request("b", {});
  expect(host.sent).toEqual([
    { jsonrpc: "2.0", id: 1, method: "a", params: { x: 1 } },
    { jsonrpc: "2.0", id: 2, method: "b", params: {} },
  ]);
  await host.refuse("b");
  await host.answer("a", { y: 2 });
  await expect(first).resolves.toEqual({ y: 2 });
  await expect(second).rejects.toThrow("No");
});

it("takes messages of the window around it alone", async () => {
  const host = fakeHost();
  const connection = connect(host.own, handlers);
  const result = connection.request("a", {});
  host.say({ jsonrpc: "2.0", id: 1, result: "planted" }, { source: {} });
  host.say({ jsonrpc: "2.0", method: "m" }, { source: null });
  await host.answer("a", "real");
  await expect(result).resolves.toBe("real");
  expect(handlers.notification).not.toHaveBeenCalled();
});

it("knows the host's origin from its first answer, and speaks with no other", async () => {
  const host = fakeHost();
  const connection = connect(host.own, handlers);
  void connection.request("a", {});
  host.notify("before");
  await host.answer("a", {});
  connection.notify("n", {});
  expect(host.origins).toEqual(["*", "https://host.test"]);
  host.say({ jsonrpc: "2.0", method: "after" }, { origin: "https://other.test" });
  host.notify("after");
  expect(handlers.notification.mock.calls.map(([method]) => method as string)).toEqual([
    "before",
    "after",
  ]);
});

it("an opaque origin cannot be named", async () => {
  const host = fakeHost();
  const connection = connect(host.own, handlers);
  void connection.request("a", {});
  host.say({ jsonrpc: "2.0", id: 1, result: {} }, { origin: "null" });
  connection.notify("n", {});
  expect(host.origins).toEqual(["*", "*"]);
});

it("ignores what is no JSON-RPC, and answers to nothing", () => {
  const host = fakeHost();
  connect(host.own, handlers);
  for (const message of [
    null,
    7,
    "text",
    [],
    {},
    { method: "m" },
    { jsonrpc: "1.0", method: "m" },
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: {}, result: 1 },
    { jsonrpc: "2.0", id: 1, result: 1 },
    { jsonrpc: "2.0", id: 1, error: null },
    { jsonrpc: "2.0", method: {} },
  ]) {
    host.say(message);
  }
  expect(handlers.notification).not.toHaveBeenCalled();
  expect(handlers.request).not.toHaveBeenCalled();
  expect(host.sent).toEqual([]);
});

it("answers the host's requests, with an error where the handler throws", async () => {
  const host = fakeHost();
  connect(host.own, handlers);
  handlers.request.mockResolvedValueOnce({ fine: true });
  host.say({ jsonrpc: "2.0", id: "a", method: "m", params: {} });
  handlers.request.mockImplementationOnce(() => {
    throw unknownMethod();
  });
  host.say({ jsonrpc: "2.0", id: "b", method: "m" });
  handlers.request.mockRejectedValueOnce(new RequestError(-32602, "No form"));
  host.say({ jsonrpc: "2.0", id: "c", method: "m" });
  handlers.request.mockRejectedValueOnce(new Error("internal detail"));
  host.say({ jsonrpc: "2.0", id: "d", method: "m" });
  await settled();
  expect(host.sent.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual([
    { jsonrpc: "2.0", id: "a", result: { fine: true } },
    { jsonrpc: "2.0", id: "b", error: { code: -32601, message: "Method not found" } },
    { jsonrpc: "2.0", id: "c", error: { code: -32602, message: "No form" } },
    { jsonrpc: "2.0", id: "d", error: { code: -32603, message: "The View could not answer." } },
  ]);
});

it("a request that the host cancels gets no answer, and its signal aborts", async () => {
  const host = fakeHost();
  connect(host.own, handlers);
  let signal: AbortSignal | undefined;
  let finish = (_: unknown): void => {};
  handlers.request.mockImplementation((_: string, __: unknown, given: AbortSignal) => {
    signal = given;
    return new Promise((resolve) => (finish = resolve));
  });
  host.say({ jsonrpc: "2.0", id: "a", method: "m" });
  host.notify("notifications/cancelled", { requestId: "other" });
  host.notify("notifications/cancelled", null);
  expect(signal?.aborted).toBe(false);
  host.notify("notifications/cancelled", { requestId: "a" });
  expect(signal?.aborted).toBe(true);
  finish({});
  await settled();
  expect(host.sent).toEqual([]);
});

it("a request with a time-out rejects, and a late answer changes nothing", async () => {
  const waiting = ownTimers();
  const host = fakeHost();
  const connection = connect(host.own, handlers);
  const result = connection.request("a", {}, 1000);
  const failed = expect(result).rejects.toThrow("The host did not answer.");
  await vi.advanceTimersByTimeAsync(1000);
  await failed;
  await host.answer("a", "late");
  expect(waiting()).toBe(0);
});
