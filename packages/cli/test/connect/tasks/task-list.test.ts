import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTaskList } from "../../../src/connect/tasks/client-tasks/task-list.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const never = new AbortController().signal;
const open = (): Promise<object> => new Promise(() => {});

it.each([
  [60_000, 60_000],
  [1, 10_000],
  [-5, 10_000],
  [-Infinity, 10_000],
  [1e300, HOUR],
  [Infinity, HOUR],
  [2 ** 31, HOUR],
  [10_000.4, 10_000],
  [NaN, 900_000],
  [null, 900_000],
  [undefined, 900_000],
  ["60000", 900_000],
  [{}, 900_000],
])("keeps a task for the time that the server wants, within limits: %s", (ttl, kept) => {
  expect(createTaskList().start(ttl, open).ttl).toBe(kept);
});

it("withdraws what is open when its time is up, and forgets it", async () => {
  const tasks = createTaskList();
  let signal: AbortSignal | undefined;
  const { taskId } = tasks.start(20_000, (given) => {
    signal = given;
    return open();
  });
  const result = tasks.result(taskId, never).catch((error: unknown) => error);
  vi.advanceTimersByTime(19_999);
  expect(signal!.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal!.aborted).toBe(true);
  expect(await result).toMatchObject({ data: { "midcall/cannotAsk": "withdrawn" } });
  expect(() => tasks.get(taskId)).toThrow("Task not found.");
});

it("keeps an answer until the time is up, and not longer", async () => {
  const tasks = createTaskList();
  const { taskId } = tasks.start(20_000, () => Promise.resolve({ action: "accept" }));
  expect(await tasks.result(taskId, never)).toEqual({ action: "accept" });
  vi.advanceTimersByTime(19_999);
  expect(await tasks.result(taskId, never)).toEqual({ action: "accept" });
  vi.advanceTimersByTime(1);
  await expect(tasks.result(taskId, never)).rejects.toThrow("Task not found.");
});

it("does not use an answer that comes after a cancel", async () => {
  const tasks = createTaskList();
  let answer = (_: object): void => {};
  const { taskId } = tasks.start(undefined, () => new Promise((resolve) => (answer = resolve)));
  tasks.cancel(taskId);
  answer({ action: "accept" });
  await Promise.resolve();
  expect(tasks.get(taskId).status).toBe("cancelled");
  await expect(tasks.result(taskId, never)).rejects.toThrow("No user answered (withdrawn).");
});

it("makes room for a new task only by forgetting one whose end the server knows", async () => {
  const tasks = createTaskList();
  const first = tasks.start(undefined, () => Promise.resolve({ action: "decline" }));
  for (let nr = 1; nr < 100; nr++) tasks.start(undefined, open);
  await Promise.resolve();
  expect(() => tasks.start(undefined, open)).toThrow("No user answered (queue-full).");
  await tasks.result(first.taskId, never);
  tasks.start(undefined, open);
  expect(tasks.list()).toHaveLength(100);
  expect(() => tasks.get(first.taskId)).toThrow("Task not found.");
});

it("stops waiting for a result when the server has cancelled its request", async () => {
  const tasks = createTaskList();
  const { taskId } = tasks.start(undefined, open);
  for (let time = 0; time < 30; time++) {
    const request = new AbortController();
    const waiting = tasks.result(taskId, request.signal);
    request.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
  }
});

it("starts nothing on a connection that has ended", () => {
  const tasks = createTaskList();
  let signal: AbortSignal | undefined;
  tasks.start(undefined, (given) => {
    signal = given;
    return open();
  });
  tasks.close();
  expect(signal!.aborted).toBe(true);
  expect(tasks.list()).toEqual([]);
  expect(() => tasks.start(undefined, open)).toThrow("No user answered (withdrawn).");
});
