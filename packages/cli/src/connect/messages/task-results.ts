import { randomUUID } from "node:crypto";
import { isObject, member } from "../../json.js";
import type { Tap } from "./tap-transport.js";

/** Lets the tasks that servers create pass the SDK, which refuses results of this kind. */
export interface TaskResults {
  /** Must be attached to the server's transport. */
  readonly tap: Tap;
  /** The task that a result has created, as received; `undefined` for any other result. */
  taskOf(result: unknown): unknown;
}

/** @see https://modelcontextprotocol.io/extensions/tasks/overview */
export function createTaskResults(): TaskResults {
  // No server knows this name, so no other result is taken for a task.
  const name = `midcall/task-${randomUUID()}`;
  return {
    tap(direction, message) {
      const result = direction === "received" ? member(message, "result") : undefined;
      if (!isObject(result) || result["resultType"] !== "task") return;
      const task = { ...result };
      // The SDK checks the output schema of a tool unless its result is an error.
      Object.assign(result, {
        resultType: "complete",
        content: [],
        isError: true,
        _meta: { [name]: task },
      });
    },
    taskOf: (result) => member(member(result, "_meta"), name),
  };
}
