import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createWirePair } from "../../src/testing/wire-pair.js";
import { pass, useFastClock } from "../fast-clock.js";

useFastClock();

const message = (id: number, result: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0" as const,
  id,
  result,
});

it("delivers every message in order, those sent before the other side started included", async () => {
  const [left, right] = createWirePair();
  const received: unknown[] = [];
  right.onmessage = (message) => void received.push("id" in message && message.id);
  await left.start();
  await left.send(message(1));
  await left.send(message(2));
  await right.start();
  await left.send(message(3));
  await vi.waitFor(() => expect(received).toEqual([1, 2, 3]));
});

it("hands over copies, never the object that was sent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (result) => {
      const [left, right] = createWirePair();
      await Promise.all([left.start(), right.start()]);
      const arrived = new Promise<unknown>((resolve) => (right.onmessage = resolve));
      await left.send(message(1, result));
      expect(JSON.stringify(await arrived)).toBe(JSON.stringify(message(1, result)));
      expect(((await arrived) as { result: unknown }).result).not.toBe(result);
    }),
    { numRuns: 50 },
  );
});

it("tells both sides once when either closes, and carries nothing afterwards", async () => {
  const [left, right] = createWirePair();
  left.onclose = vi.fn();
  right.onclose = vi.fn();
  right.onmessage = vi.fn();
  await Promise.all([left.start(), right.start()]);
  await left.send(message(1));
  await right.close();
  await left.close();
  expect(left.onclose).toHaveBeenCalledTimes(1);
  expect(right.onclose).toHaveBeenCalledTimes(1);
  await expect(left.send(message(2))).rejects.toThrow("closed");
  await pass(1_000);
  expect(right.onmessage).not.toHaveBeenCalled();
});
