import { setTimeout as sleep } from "node:timers/promises";
import { SdkErrorCode } from "@modelcontextprotocol/client";
import { waitAtMost } from "../../timing.js";
import { isTaskOver, readTaskState, type Received, type TaskState } from "./task-state.js";

/** What is needed to follow a task of 2025-11-25. */
export interface ToolTaskParts {
  /** Sends a request about the task. */
  request(
    method: "tasks/get" | "tasks/result" | "tasks/cancel",
    options: { readonly signal?: AbortSignal; readonly timeout: number },
  ): Promise<Received>;
  /** Whether the server can cancel tasks. */
  readonly canCancel: boolean;
  /** Ends it, and cancels the task. */
  readonly signal: AbortSignal;
  onTask(task: TaskState): void;
}

const ASK_MS = 30_000;
const CANCEL_MS = 5_000;
/** How many polls in a row may get no answer. */
const MOST_MISSED = 3;
/** A request for the result stays open until the task ends, which can take days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Follows a task of 2025-11-25 until it ends: asks for its state, and requests the result as soon as the server needs
 * input, because the server may send its questions only then.
 *
 * @param created - the task as the server has created it; untrusted
 * @returns the result of the call
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function followToolTask(created: unknown, parts: ToolTaskParts): Promise<Received> {
  const { request, signal, onTask } = parts;
  let task = readTaskState(created);
  const fetching = createResultRequest(parts);
  try {
    for (let missed = 0; ;) {
      onTask(task);
      if (task.status === "cancelled") throw new Error("The server has cancelled the task.");
      if (isTaskOver(task)) return await fetching.last();
      if (task.status === "input_required") fetching.start();
      await fetching.wait(task.pollMs);
      signal.throwIfAborted();
      try {
        task = readTaskState(await request("tasks/get", { signal, timeout: ASK_MS }), task.id);
        missed = 0;
      } catch (error) {
        if (fetching.result) return fetching.result;
        if (isFinal(error) || signal.aborted || ++missed >= MOST_MISSED) throw error;
      }
      if (fetching.result) {
        onTask(task);
        return fetching.result;
      }
    }
  } catch (error) {
    if (!isTaskOver(task) && parts.canCancel) {
      // Cancelling is a request of its own, so it must not end with the signal of the call.
      const cancelled = await request("tasks/cancel", { timeout: CANCEL_MS }).catch(() => {});
      if (cancelled) onTask({ ...task, status: "cancelled" });
    }
    throw error;
  } finally {
    fetching.end();
  }
}

/** Whether asking again cannot help: the server has refused, or is gone. */
function isFinal(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return (
    typeof code === "number" ||
    code === SdkErrorCode.ConnectionClosed ||
    code === SdkErrorCode.NotConnected
  );
}

interface ResultRequest {
  readonly result: Received | undefined;
  /** Requests the result, unless a request is open. */
  start(): void;
  /** Waits until the time is up, the result is there, or the call is cancelled. */
  wait(ms: number): Promise<void>;
  /** The result of a task that has ended. @throws the reason why there is none */
  last(): Promise<Received>;
  end(): void;
}

/** Requests the result of a task, which the server returns when the task has ended. One request is open at a time. */
function createResultRequest({ request, signal }: ToolTaskParts): ResultRequest {
  const ended = new AbortController();
  const arrived = new AbortController();
  const over = AbortSignal.any([arrived.signal, signal]);
  let open: Promise<void> | undefined;
  let result: Received | undefined;
  let failure: unknown;
  const start = (): void => {
    if (result) return;
    const stop = AbortSignal.any([ended.signal, signal]);
    open ??= request("tasks/result", { signal: stop, timeout: LONGEST_TIMER_MS })
      .then(
        (received) => {
          result = received;
          arrived.abort();
        },
        // The server may return it only at the end, so it is requested again.
        (error: unknown) => void (failure = error),
      )
      .finally(() => (open = undefined));
  };
  return {
    get result() {
      return result;
    },
    start,
    async wait(ms) {
      await sleep(ms, undefined, { signal: over }).catch(() => {});
    },
    async last() {
      failure = new Error("The task has ended, but the server does not return its result.");
      start();
      if (open) await waitAtMost(ASK_MS, open);
      signal.throwIfAborted();
      if (!result) throw failure;
      return result;
    },
    end: () => ended.abort(),
  };
}
