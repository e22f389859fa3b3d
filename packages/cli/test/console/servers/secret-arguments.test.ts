import { expect, it } from "vitest";
import { createWireLog } from "../../../src/console/servers/logs/wire-log.js";
import { createScrubber } from "../../../src/console/servers/secrets/scrubber.js";
import { maskSecretArguments } from "../../../src/console/servers/secrets/secret-arguments.js";

const MASK = "••••••";
const inputSchema = {
  type: "object",
  properties: {
    a: { type: "string", title: "Your password" },
    b: { type: "string", format: "password" },
    c: { $ref: "#/$defs/login" },
    d: {
      type: "array",
      items: { properties: { e: { type: "integer", description: "Enter your PIN" } } },
    },
    kind: { type: "string", title: "Password", enum: ["old", "new"] },
    note: { type: "string" },
  },
  $defs: { login: { type: "object", properties: { f: { type: "string", title: "API key" } } } },
};
const args = {
  a: "hunter2hunter2",
  b: "1",
  c: { f: "key-123456", token: "t" },
  d: [{ e: 1234 }],
  kind: "old",
  note: "a note",
};

it("masks what the schema of a tool says is a secret, and what has the name of one", () => {
  const secrets: unknown[] = [];
  expect(maskSecretArguments(args, inputSchema, (value) => secrets.push(value))).toEqual({
    a: MASK,
    b: MASK,
    c: { f: MASK, token: MASK },
    d: [{ e: MASK }],
    kind: "old",
    note: "a note",
  });
  expect(secrets).toEqual(["hunter2hunter2", "1", "key-123456", "t", 1234]);
  expect(maskSecretArguments(args, undefined)).toMatchObject({ a: args.a, c: { token: MASK } });
});

it("keeps them out of the timeline, also where the server repeats them", () => {
  const log = createWireLog({
    scrubber: createScrubber(),
    protocolVersion: () => "2025-11-25",
    onChange() {},
    inputSchemaOf: (tool) => (tool === "login" ? inputSchema : undefined),
  });
  const params = { name: "login", arguments: args };
  log.add("sent", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  log.add("received", {
    jsonrpc: "2.0",
    id: 1,
    result: { content: [{ text: JSON.stringify(args) }] },
  });
  const bodies = log.after(0).map(({ body }) => body);
  expect(bodies.join()).not.toMatch(/hunter2|key-123456/);
  expect(JSON.parse(bodies[0]!)).toMatchObject({
    params: { arguments: { b: MASK, note: "a note" } },
  });
});
