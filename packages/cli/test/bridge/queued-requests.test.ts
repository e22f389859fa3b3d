import { expect, it } from "vitest";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import { call, fakeServer, modern, openRelay } from "./relay-lab.js";

it.each(["2025-11-25", "2026-07-28"])(
  "a request that waits until it is known what the server speaks ends with a reason if it cannot be sent: %s",
  async (version) => {
    const program = fakeServer();
    program.send = async ({ id, method }) => {
      if (method === "tools/call") throw new Error("502");
      const initialized = { protocolVersion: version, capabilities: {}, serverInfo: {} };
      const discovered = { supportedVersions: [version], capabilities: {} };
      if (id === undefined) return;
      const result = method === "initialize" ? initialized : discovered;
      setImmediate(() => program.onmessage!({ jsonrpc: "2.0", id, result }));
    };
    const at = await openRelay(undefined, () => new AnyVersionServer(() => program));
    for (const id of [1, 2, 3]) at.fromHost(call(id, modern({})));
    await expect.poll(() => at.toHost).toHaveLength(3);
    expect(at.toHost.every((message) => message["error"] !== undefined)).toBe(true);
    expect(new Set(at.toHost.map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
  },
);
