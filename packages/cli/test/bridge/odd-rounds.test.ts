import { expect, it } from "vitest";
import { As2025 } from "../../src/bridge/translate/as-2025.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, fakeServer } from "./relay-lab.js";

it.each<[string, unknown]>([
  ["is an object that is no text", { toString: null }],
  ["is a list", [{ toString: null }]],
  ["is missing", undefined],
  ["is unknown", "x/y"],
])("a round of a server ends its call with an error where a method %s", async (_, method) => {
  const toHost: Members[] = [];
  const server = fakeServer();
  const translated = new As2025(server, { capabilities: {} });
  translated.onmessage = (message) => void toHost.push(message);
  await translated.send(call(1));
  const result = { resultType: "input_required", inputRequests: { a: { method } } };
  server.onmessage!({ jsonrpc: "2.0", id: 1, result });
  await expect.poll(() => toHost).toHaveLength(1);
  expect(toHost[0]).toMatchObject({ id: 1, error: { code: -32_602 } });
});
