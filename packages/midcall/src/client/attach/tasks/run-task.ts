import { MAX_TIMER_MS } from "../../../internal/max-timer.js";
import { isObject } from "../../../internal/is-object.js";
import { CallOverError } from "../../errors.js";
import { InvalidTaskError, TaskCancelledError } from "./errors.js";
import { isRefusal } from "./is-refusal.js";
import type { KeepRound } from "../multi-round-trip.js";
import { anySignal } from "../run-all.js";
import { isTaskOver, pollDelay, readTask, type Task } from "./read-task.js";
import type { Outcome } from "./task-extension.js";
import { createTaskInputs, type TaskInputParts } from "./task-inputs.js";

/** A call that runs as a task. */
export interface TaskParts extends Omit<TaskInputParts, "over" | "send" | "keep"> {
  readonly signal?: AbortSignal | undefined;
  /** Aborted when the connection is lost. */
  readonly gone: AbortSignal;
  /** The ids of the tasks of this client that are followed. */
  readonly running: Set<string>;
  readonly keep: KeepRound;
  /** Called with each state of the task. Must not throw. */
  onTask(task: Task): void;
  /** Sends a request about the task. */
  request(
    method: "tasks/get" | "tasks/update" | "tasks/cancel",
    params: Readonly<Record<string, unknown>>,
    options: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
  /** Lets the client handle the outcome of the task as the response to the call. */
  settle(outcome: Outcome): Promise<unknown>;
}

/** How many polls in a row may get no response. */
const MOST_MISSED = 3;

/**
 * Follows a task until it ends: asks for its state, and passes its requests for input to the inbox. The task is
 * cancelled when the call is; when the connection is lost it goes on.
 *
 * @param created - the task as the server has created it, untrusted, or the id of one to resume
 * @returns the result of the call
 *
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export async function runTask(created: unknown, parts: TaskParts): Promise<unknown> {
  const isResumed = typeof created === "string";
  const first = readTask(isResumed ? { taskId: created, status: "working" } : created);
  const { running } = parts;
  // The questions and answers of one call would become those of the other.
  if (running.has(first.id)) throw new InvalidTaskError("it is the task of another call");
  running.add(first.id);
  try {
    return await followTask(first, isResumed, parts);
  } finally {
    running.delete(first.id);
  }
}

async function followTask(first: Task, isResumed: boolean, parts: TaskParts): Promise<unknown> {
  const { signal, gone, request, settle } = parts;
  const taskId = first.id;
  const over = anySignal(signal, gone);
  const inputs = createTaskInputs({
    ...parts,
    over,
    keep: (round) => parts.keep(() => ({ ...round(), taskId })),
    send: (inputResponses) => request("tasks/update", { taskId, inputResponses }, { signal: over }),
  });
  let task = first;
  let changedAt = performance.now();
  // The state of a task is complete only in the response to `tasks/get`.
  let delay = isResumed || first.status !== "working" ? 0 : first.pollMs;
  if (!isResumed) {
    parts.keep(() => ({ inputRequests: {}, responses: {}, taskId }));
    parts.onTask(task);
  }
  try {
    for (let missed = 0, known = !isResumed; ;) {
      await inputs.wait(Math.min(delay, MAX_TIMER_MS));
      gone.throwIfAborted();
      let next: Task;
      try {
        // After an abort, the client rejects it with its usual error.
        next = readTask(await request("tasks/get", { taskId }, { signal }), taskId);
      } catch (error) {
        const refused = isRefusal(error);
        if (refused && !known) throw new CallOverError(error as Error);
        const isFinal = refused || error instanceof InvalidTaskError;
        if (isFinal || signal?.aborted || gone.aborted || ++missed >= MOST_MISSED) throw error;
        delay = pollDelay(task, 0);
        continue;
      }
      missed = 0;
      known = true;
      if (isTaskOver(task) && next.status !== task.status) {
        throw new InvalidTaskError(`it was ${task.status} and is ${next.status}`);
      }
      if (next.status !== task.status || next.message !== task.message) {
        changedAt = performance.now();
      }
      task = next;
      parts.onTask(task);
      if (isTaskOver(task)) return await settle(outcomeOf(task));
      inputs.update(task.inputRequests);
      delay = pollDelay(task, performance.now() - changedAt);
    }
  } catch (error) {
    // A request of its own, so it must not end with the signal of the call.
    if (!isTaskOver(task) && !gone.aborted) request("tasks/cancel", { taskId }, {}).catch(() => {});
    throw error;
  } finally {
    inputs.end();
  }
}

/** What the server would have responded to the call without a task. @throws TaskCancelledError */
function outcomeOf({ status, message, result, error }: Task): Outcome {
  if (status === "cancelled") throw new TaskCancelledError(message);
  if (status === "completed") {
    if (!isObject(result)) throw new InvalidTaskError("it is completed and has no result");
    return { result: { ...result, resultType: "complete" } };
  }
  const { code, message: text, data } = isObject(error) ? error : ({} as Record<string, unknown>);
  return {
    error: {
      code: Number.isInteger(code) ? (code as number) : -32603,
      message: typeof text === "string" ? text : "The task has failed.",
      ...(data !== undefined && { data }),
    },
  };
}
