import { AsyncResource } from "node:async_hooks";
import { afterEach, expect, it, vi } from "vitest";
import { hasTimerOf, ownTimers } from "./own-timers.js";

afterEach(() => void vi.useRealTimers());

const real = setTimeout;
const realInterval = setInterval;

it("counts the timers that the test has set, and no others", async () => {
  const earlier = new AsyncResource("an earlier file");
  vi.useFakeTimers();
  setTimeout(() => {}, 1000);
  const waiting = ownTimers();
  expect(waiting()).toBe(0);
  earlier.runInAsyncScope(() => setTimeout(() => {}, 1000));
  expect(vi.getTimerCount()).toBe(2);
  expect(waiting()).toBe(0);
  const first = setTimeout(() => {}, 1000);
  await null;
  setTimeout(() => {}, 1000);
  expect(waiting()).toBe(2);
  clearTimeout(first);
  setInterval(() => {}, 500);
  await vi.advanceTimersByTimeAsync(1500);
  expect(waiting()).toBe(1);
});

it("leaves the clock as it was, and what was not moved alone", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  ownTimers();
  vi.useRealTimers();
  expect(setTimeout).toBe(real);
  expect(setInterval).toBe(realInterval);
});

it("finds a timer by its length", () => {
  vi.useFakeTimers();
  const timer = setTimeout(() => {}, 1000);
  expect([hasTimerOf(1000), hasTimerOf(999)]).toEqual([true, false]);
  clearTimeout(timer);
  expect(hasTimerOf(1000)).toBe(false);
});
