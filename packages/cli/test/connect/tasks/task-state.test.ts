import { expect, it } from "vitest";
import { readTaskState } from "../../../src/connect/tasks/task-state.js";

const task = { taskId: "1", status: "working" };

it.each([
  [undefined, 1_000],
  [5_000, 5_000],
  [0, 100],
  [-1, 100],
  [1e300, 60_000],
  ["soon", 1_000],
  [null, 1_000],
])("keeps the time between two polls in bounds: %j", (given, pollMs) => {
  expect(readTaskState({ ...task, pollInterval: given }).pollMs).toBe(pollMs);
  expect(readTaskState({ ...task, pollIntervalMs: given }).pollMs).toBe(pollMs);
});

it.each([
  ["nothing", undefined],
  ["a list", [task]],
  ["no id", { status: "working" }],
  ["an id that is a number", { ...task, taskId: 1 }],
  ["an unknown status", { ...task, status: "constructor" }],
  ["another task", { ...task, taskId: "2" }],
])("refuses %s", (_, given) => {
  expect(() => readTaskState(given, "1")).toThrow("The server sent an invalid task.");
});

it("takes only a message that is text", () => {
  expect(readTaskState({ ...task, statusMessage: { a: 1 } }).message).toBeUndefined();
  expect(readTaskState({ ...task, statusMessage: "a" }, "1").message).toBe("a");
});
