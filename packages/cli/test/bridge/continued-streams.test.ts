import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Continuing } from "../../src/bridge/ends/continuing.js";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, settle } from "./relay-lab.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A server whose stream ends at once, again and again. */
async function endingStreams(retry: string) {
  const at = { gets: 0 };
  const got: Members[] = [];
  const fetch = async (_: string | URL, init?: RequestInit): Promise<Response> => {
    if (init?.method === "GET") at.gets += 1;
    if (init?.method === "POST" && !String(init.body).includes("tools/call"))
      return new Response(null, { status: 202 });
    const text = `id: ${at.gets}\nretry: ${retry}\ndata: \n\n`;
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  };
  const server = new HttpServer({
    ...{ url: new URL("http://127.0.0.1:1/mcp"), transport: { fetch } },
    onError: () => {},
  });
  server.onmessage = (message) => void got.push(message);
  await server.start();
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn += 1) await settle();
  };
  /** Lets time pass, with what happens at each step. */
  const pass = async (steps: number, ms: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) {
      await turns();
      vi.advanceTimersByTime(ms);
    }
    await turns();
  };
  return { server, at, got, pass };
}

describe.each(["0", "1", "99999999999999"])("a stream with retry: %s", (retry) => {
  it("is continued once a second at most", async () => {
    const { server, at, pass } = await endingStreams(retry);
    await server.send({ jsonrpc: "2.0", ...call(1) });
    await pass(100, 10);
    expect(at.gets).toBeLessThanOrEqual(1);
    await pass(100, 100);
    expect(at.gets).toBeLessThanOrEqual(11);
    await server.close();
  });
});

it("a call whose stream is continued for an hour without a message ends with an error", async () => {
  const { server, at, got, pass } = await endingStreams("0");
  await server.send({ jsonrpc: "2.0", ...call(1) });
  await pass(3_700, 1_000);
  expect(at.gets).toBe(3_600);
  expect(got).toMatchObject([{ id: 1, error: { code: -32_603 } }]);
});

it("a stream is given up when it was continued 3,600 times without a message, and none with one now and then", () => {
  let isGivenUp = false;
  let continued = 0;
  const continuing = new Continuing(() => void (isGivenUp = true));
  const schedule = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      continuing.schedule(() => (continued += 1), 0);
      vi.advanceTimersByTime(1_000);
    }
  };
  for (let time = 0; time < 3; time += 1) {
    schedule(3_600);
    continuing.received();
  }
  schedule(3_600);
  expect([isGivenUp, continued]).toEqual([false, 4 * 3_600]);
  schedule(1);
  expect([isGivenUp, continued]).toEqual([true, 4 * 3_600]);
});

it("the stream beside all calls is continued once a second at most", async () => {
  const { server, at, pass } = await endingStreams("0");
  await server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await pass(100, 10);
  expect(at.gets).toBeLessThanOrEqual(2);
  await server.close();
});
