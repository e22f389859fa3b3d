import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isObject } from "../../json.js";

/** An object of a server; untrusted. */
export type Received = Readonly<Record<string, unknown>>;

/** Every result is taken as it is: it is untrusted, and read field by field. */
export const ANY_RESULT: StandardSchemaV1<unknown, Received> = {
  "~standard": {
    version: 1,
    vendor: "midcall",
    validate: (value) => ({ value: isObject(value) ? value : {} }),
  },
};

const STATUSES = ["working", "input_required", "completed", "failed", "cancelled"] as const;

/** The state of a task. Its texts are untrusted. */
export interface TaskState {
  readonly id: string;
  readonly status: (typeof STATUSES)[number];
  readonly message: string | undefined;
  /** How long to wait before asking again, in milliseconds. */
  readonly pollMs: number;
}

const POLL_MS = 1_000;
const FASTEST_POLL_MS = 100;
const SLOWEST_POLL_MS = 60_000;

/**
 * Reads a task of 2025-11-25 or 2026-07-28.
 *
 * @param id - the task that was asked for; default: any
 * @throws Error that says that it is invalid, or another task
 */
export function readTaskState(received: unknown, id?: string): TaskState {
  const given: Received = isObject(received) ? received : {};
  const { taskId, status, statusMessage, pollInterval, pollIntervalMs = pollInterval } = given;
  const known = STATUSES.find((one) => one === status);
  if (typeof taskId !== "string" || !known || (id !== undefined && id !== taskId)) {
    throw new Error("The server sent an invalid task. This has to be fixed in the server.");
  }
  const wanted = typeof pollIntervalMs === "number" ? pollIntervalMs : POLL_MS;
  return {
    id: taskId,
    status: known,
    message: typeof statusMessage === "string" ? statusMessage : undefined,
    pollMs: Math.min(Math.max(wanted, FASTEST_POLL_MS), SLOWEST_POLL_MS),
  };
}

/** Whether the status of a task cannot change any more. */
export const isTaskOver = ({ status }: Pick<TaskState, "status">): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";
