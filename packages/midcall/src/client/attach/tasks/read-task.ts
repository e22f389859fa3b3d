import { isObject } from "../../../internal/is-object.js";
import { InvalidTaskError } from "./errors.js";
import type { CallTask } from "../types.js";

/** A task as `tasks/get` returns it. Everything in it is untrusted. */
export interface Task extends CallTask {
  /** What the server needs to go on, by key; empty unless it is `input_required`. */
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  readonly error: unknown;
}

const STATUSES = ["working", "input_required", "completed", "failed", "cancelled"] as const;

const DEFAULT_POLL_MS = 1_000;
const SHORTEST_POLL_MS = 100;
const LONGEST_POLL_MS = 60_000;
const LONGEST_ID = 1_024;

/**
 * Reads a task.
 *
 * @param id - the task that was asked for; default: any
 * @throws InvalidTaskError if it is invalid, or another task
 */
export function readTask(received: unknown, id?: string): Task {
  const given = isObject(received) ? received : {};
  const { taskId, status, statusMessage, pollIntervalMs, inputRequests, result, error } = given;
  const known = STATUSES.find((one) => one === status);
  if (typeof taskId !== "string" || taskId === "" || taskId.length > LONGEST_ID) {
    throw new InvalidTaskError("its taskId must be a string of 1 to 1,024 characters");
  }
  if (id !== undefined && taskId !== id) throw new InvalidTaskError("it is another task");
  if (!known) throw new InvalidTaskError("its status is not one of the extension");
  const wanted = typeof pollIntervalMs === "number" ? pollIntervalMs : DEFAULT_POLL_MS;
  return {
    id: taskId,
    status: known,
    message: typeof statusMessage === "string" ? statusMessage : undefined,
    // The order matters for NaN, which a server in the same process can send.
    pollMs: Math.max(SHORTEST_POLL_MS, Math.min(LONGEST_POLL_MS, wanted || DEFAULT_POLL_MS)),
    inputRequests: known === "input_required" && isObject(inputRequests) ? inputRequests : {},
    result,
    error,
  };
}

/** Whether the status of a task cannot change any more. */
export const isTaskOver = ({ status }: Pick<Task, "status">): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** A server that wants to be polled often for hours is polled less and less, up to once a minute. */
export function pollDelay({ pollMs }: Pick<Task, "pollMs">, unchangedMs: number): number {
  return Math.min(LONGEST_POLL_MS, Math.max(pollMs, unchangedMs / 600));
}
