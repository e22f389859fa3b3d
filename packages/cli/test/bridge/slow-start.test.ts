import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServerEnd } from "../../src/bridge/ends/ends.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import { withEnvelope } from "../../src/bridge/translate/envelope.js";
import type { Id, Members } from "../../src/bridge/wire/messages.js";
import { fakeServer } from "./relay-lab.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A program of both versions, which reads its first message late. What it gets first after that is its version. */
function slowProgram(startsAfterMs: number): ServerEnd {
  const starts = new Promise((resolve) => setTimeout(resolve, startsAfterMs));
  let isLegacy = false;
  const answer = ({ id, method }: Members): void => {
    if (method === "initialize") isLegacy = true;
    const serverInfo = { name: "both", version: "1" };
    const result =
      method === "initialize"
        ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo }
        : isLegacy || method !== "server/discover"
          ? undefined
          : { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: {} };
    const error = { code: -32_601, message: "Method not found" };
    if (id !== undefined) end.onmessage?.({ id, ...(result ? { result } : { error }) });
  };
  const end = fakeServer((message) => void starts.then(() => answer(message)));
  return end;
}

it.each([1_000, 11_000, 40_000])(
  "a program of both versions that takes %i ms to start is one of 2026-07-28 for its host",
  async (startsAfterMs) => {
    const server = new AnyVersionServer(() => slowProgram(startsAfterMs));
    const got = new Map<Id, Members>();
    server.onmessage = (message) => void got.set(message["id"] as Id, message);
    await server.start();
    const envelope = { clientInfo: { name: "host", version: "1" }, capabilities: {} };
    const params = withEnvelope({}, envelope);
    void server.send({ id: 1, method: "server/discover", params });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(got.get(1)).toMatchObject({
      result: { supportedVersions: expect.arrayContaining(["2026-07-28"]) as unknown },
    });
  },
);
