import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { ownTimerCount } from "./own-timers.js";

afterEach(() => void vi.useRealTimers());

it("timers of a test are counted without the one of Node's fetch", async () => {
  const server = createServer((_, response) => response.end("there")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  expect(ownTimerCount()).toBe(0);
  await fetch(`http://127.0.0.1:${port}`);
  expect(ownTimerCount()).toBe(0);
  // Where an earlier fetch has begun it, the timer is not of this clock.
  setTimeout(function onTick() {}, 1000);
  expect(ownTimerCount()).toBe(0);
  const own = setTimeout(() => {}, 1000);
  expect(ownTimerCount()).toBe(1);
  clearTimeout(own);
  expect(ownTimerCount()).toBe(0);
  server.closeAllConnections();
  server.close();
});
