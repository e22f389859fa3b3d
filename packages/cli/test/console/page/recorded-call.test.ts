import { expect, it } from "vitest";
import type { WireEntry } from "../../../src/console/views/api-types.js";
import {
  readRecordedCall,
  readRecordedRequest,
} from "../../../web/src/parts/timeline/recorded-call.js";

const entry = (params: unknown, about: Partial<WireEntry> = {}): WireEntry => ({
  seq: 1,
  at: 0,
  direction: "sent",
  kind: "request",
  method: "tools/call",
  protocolVersion: "2025-11-25",
  size: 1,
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  cut: false,
  ...about,
});

it("reads a call without masked values, and without what the client sets itself", () => {
  const params = {
    name: "deploy",
    arguments: {
      token: "••••••",
      to: "x",
      list: ["a", "is ••••••"],
      deep: { __proto: 1, key: "••••••" },
    },
    task: {},
    _meta: {
      progressToken: 3,
      "io.modelcontextprotocol/clientInfo": { name: "midcall" },
      "example.com/trace": "7",
    },
  };
  expect(readRecordedCall(entry(params))).toEqual({
    kind: "tool",
    name: "deploy",
    arguments: { to: "x", list: ["a"], deep: { __proto: 1 } },
    meta: { "example.com/trace": "7" },
    asTask: true,
    isPartial: true,
  });
});

it("never reads the answers of a later round", () => {
  const params = {
    name: "ask",
    arguments: {},
    inputResponses: { q: { action: "accept", content: { name: "Ann" } } },
    requestState: "state",
  };
  expect(readRecordedCall(entry(params))).toEqual({
    kind: "tool",
    name: "ask",
    arguments: {},
    meta: {},
    asTask: false,
    isPartial: false,
  });
});

it.each<[string, WireEntry]>([
  ["a message of the server", entry({ name: "a" }, { direction: "received" })],
  ["a response", entry({ name: "a" }, { kind: "response" })],
  ["an answer", entry({ taskId: "1", inputResponses: {} }, { method: "tasks/update" })],
  ["a method of an object's prototype", entry({ name: "a" }, { method: "constructor" })],
  ["a message that was cut", entry({ name: "a" }, { cut: true })],
  ["a body that is no JSON", entry({}, { body: "{" })],
  ["a call without a name", entry({ arguments: {} })],
  ["a resource whose address is masked", entry({ uri: "a:••••••" }, { method: "resources/read" })],
])("offers nothing for %s", (_, given) => {
  expect(readRecordedCall(given)).toBeUndefined();
});

it("reads any other request in the same way, and none that carries answers or cannot be made twice", () => {
  const params = { ref: "x", token: "••••••", _meta: { progressToken: 3, mine: 1 } };
  expect(readRecordedRequest(entry(params, { method: "completion/complete" }))).toEqual({
    method: "completion/complete",
    params: { ref: "x", _meta: { mine: 1 } },
  });
  expect(readRecordedRequest(entry(undefined, { method: "ping" }))).toEqual({
    method: "ping",
    params: {},
  });
  for (const method of ["tools/call", "initialize", "server/discover", "tasks/update"])
    expect(readRecordedRequest(entry(params, { method }))).toBeUndefined();
  const others: Partial<WireEntry>[] = [
    { direction: "received" },
    { kind: "response" },
    { cut: true },
    { body: "{" },
  ];
  for (const about of others)
    expect(readRecordedRequest(entry(params, { method: "ping", ...about }))).toBeUndefined();
});
