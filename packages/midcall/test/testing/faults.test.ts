import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { describe, expect, it, vi } from "vitest";
import {
  accept,
  createTestHost,
  delay,
  disconnect,
  drop,
  duplicate,
  type Fault,
  injectFaults,
  isAnswer,
  isQuestion,
  protocolVersions,
  reorder,
  truncate,
} from "../../src/testing/index.js";
import { createWirePair } from "../../src/testing/wire-pair.js";
import { buildGuardServer as build } from "./guard-server.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

const message = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: {} });
const id = (one: Readonly<Record<string, unknown>>): number => one["id"] as number;

/** Ten messages from the host to the server, or back. @returns the ids as they arrived, and the host's transport */
async function sendTen(
  faults: readonly Fault[],
  { seed, direction = "sent" }: { seed?: number; direction?: "sent" | "received" } = {},
): Promise<{ arrived: number[]; host: Transport; errors: Error[] }> {
  const [host, server] = createWirePair();
  injectFaults(host, faults, { seed });
  const [from, to] = direction === "sent" ? [host, server] : [server, host];
  const arrived: number[] = [];
  const errors: Error[] = [];
  host.onerror = (error) => void errors.push(error);
  to.onmessage = (one) => void arrived.push(id(one as Record<string, unknown>));
  await Promise.all([host.start(), server.start()]);
  for (let at = 0; at < 10; at++) await from.send(message(at)).catch(() => {});
  // What is sent afterwards arrives afterwards.
  await new Promise<void>((resolve) => {
    setImmediate(() => setImmediate(() => resolve()));
  });
  return { arrived, host, errors };
}

describe.each(["sent", "received"] as const)("a message that is %s", (direction) => {
  const third: Fault["matches"] = (wire) => wire.direction === direction && wire.index === 3;

  it("is lost with drop", async () => {
    const { arrived } = await sendTen([drop(third)], { direction });
    expect(arrived).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
  });

  it("arrives twice with duplicate", async () => {
    const { arrived } = await sendTen([duplicate(third)], { direction });
    expect(arrived).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("changes places with the next one with reorder", async () => {
    const { arrived } = await sendTen([reorder(third)], { direction });
    expect(arrived).toEqual([0, 1, 2, 4, 3, 5, 6, 7, 8, 9]);
  });

  it("arrives in the end with reorder, even if none follows", async () => {
    const last: Fault["matches"] = (wire) => wire.direction === direction && wire.index === 9;
    const { arrived } = await sendTen([reorder(last)], { direction });
    expect(arrived).not.toContain(9);
    await vi.waitFor(() => expect(arrived.at(-1)).toBe(9));
  });

  it("arrives later with delay, and others overtake it", async () => {
    const { arrived } = await sendTen([delay(third, 1_000)], { direction });
    expect(arrived).not.toContain(3);
    await vi.waitFor(() => expect(arrived).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 3]));
  });

  it("is the last one with disconnect", async () => {
    const { arrived, host } = await sendTen([disconnect(third)], { direction });
    expect(arrived.every((one) => one < 3)).toBe(true);
    await expect(host.send(message(11))).rejects.toThrow("closed");
  });

  it("cannot be read with truncate", async () => {
    const { arrived, errors } = await sendTen([truncate(third)], { direction });
    expect(arrived).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
    expect(errors.map(({ name }) => name)).toEqual(direction === "received" ? ["SyntaxError"] : []);
  });
});

describe("how often a fault happens", () => {
  it("is limited by times", async () => {
    const { arrived } = await sendTen([
      drop(({ direction }) => direction === "sent", { times: 2 }),
    ]);
    expect(arrived).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("is decided by the seed, the same each time", async () => {
    const half = [drop(() => true, { chance: 0.5 })];
    const { arrived: one } = await sendTen(half, { seed: 7 });
    const { arrived: again } = await sendTen(half, { seed: 7 });
    const { arrived: other } = await sendTen(half, { seed: 8 });
    expect(one.length).toBeGreaterThan(0);
    expect(one.length).toBeLessThan(10);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe.each(protocolVersions)("faults of a test host on %s", (protocolVersion) => {
  it("hit the questions and answers of a call; the rest goes on", async () => {
    const seen: string[] = [];
    await using host = await createTestHost({
      protocolVersion,
      build,
      answers: [accept({ name: "A" }), accept({ name: "A" })],
      faults: [
        delay((wire) => isQuestion(wire) && seen.push("question") > 0, 5),
        delay((wire) => isAnswer(wire) && seen.push("answer") > 0, 5),
      ],
    });
    await host.callTool("chain");
    expect(seen).toEqual(["question", "answer", "question", "answer"]);
    host.expectNoLeftovers();
  });

  it("that end the connection fail the call, which names no user's answer", async () => {
    await using host = await createTestHost({
      protocolVersion,
      build,
      transport: "stdio",
      answers: () => accept({ name: "A" }),
      faults: [disconnect(isAnswer)],
    });
    await expect(host.callTool("chain")).rejects.toThrow();
  });
});
