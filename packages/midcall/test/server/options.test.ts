import type { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import { describe, expect, it } from "vitest";

describe("createElicitation says at once what cannot be used", () => {
  it.each<[string, unknown, RegExp]>([
    ["a short secret", { secret: "short" }, /at least 32 bytes, not 5/],
    [
      "a secret that is no text",
      { secret: 5 },
      /secret must be a string, a Uint8Array, or an array/,
    ],
    [
      "no text among secrets",
      { secret: ["x".repeat(32), 5] },
      /secret must be a string, a Uint8Array/,
    ],
    ["a ring without a secret", { secret: [] }, /the list is empty/],
    ["a client in place of a store", { store: { get: () => {} } }, /store has no put\(\)/],
    ["a time that is no number", { timeoutMs: "5" }, /timeoutMs must be a number/],
  ])("%s", (_, options, message) => {
    expect(() => createElicitation(options as ElicitationOptions)).toThrow(
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it("a server of another kind", () => {
    for (const server of [null, {}, { server: {} }])
      expect(() => createElicitation().attach(server as McpServer)).toThrow(/takes an? McpServer/);
  });
});
