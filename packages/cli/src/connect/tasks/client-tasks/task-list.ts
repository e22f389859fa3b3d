import { randomUUID } from "node:crypto";
import { ProtocolError } from "@modelcontextprotocol/client";
import { noAnswerError } from "../../no-answer-error.js";
import { isTaskOver, type TaskState } from "../task-state.js";

/** A task as it is sent. */
export interface SentTask {
  readonly taskId: string;
  readonly status: TaskState["status"];
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** How long it is kept after `createdAt`, in milliseconds. */
  readonly ttl: number;
  readonly pollInterval: number;
}

/**
 * The requests of one connection that its user answers as tasks. A task is kept until its time is up; what is still
 * open then is withdrawn.
 */
export interface TaskList {
  /**
   * Starts a task.
   *
   * @param ttl - how long the server wants it to be kept, in milliseconds; untrusted
   * @param work - resolves with the user's answer, and rejects if there is none. The signal withdraws the request.
   * @throws an Error to send when there are too many
   */
  start(ttl: unknown, work: (signal: AbortSignal) => Promise<object>): SentTask;
  /** @throws ProtocolError when there is no such task */
  get(id: unknown): SentTask;
  /**
   * Waits until a task has ended. Resolves with the user's answer; rejects with the reason why there is none.
   *
   * @param signal - ends the waiting
   */
  result(id: unknown, signal: AbortSignal): Promise<object>;
  /** Withdraws the request. @throws ProtocolError when there is no such task, or it has ended */
  cancel(id: unknown): SentTask;
  list(): readonly SentTask[];
  /** Withdraws all requests and forgets all answers. No task starts after that. */
  close(): void;
}

interface Task {
  sent: SentTask;
  readonly withdraw: AbortController;
  /** Returns the user's answer. @throws the reason why there is none */
  outcome?: () => object;
  isFetched: boolean;
  readonly waiting: Set<() => void>;
  readonly timer: NodeJS.Timeout;
}

const POLL_MS = 1_000;
const MOST_TASKS = 100;
const MOST_WAITING = 10;
const SHORTEST_MS = 10_000;
const DEFAULT_MS = 900_000;
const LONGEST_MS = 3_600_000;

/** Creates an empty list. */
export function createTaskList(): TaskList {
  const tasks = new Map<string, Task>();
  let isClosed = false;
  const find = (id: unknown): Task => {
    const task = tasks.get(id as string);
    if (!task) throw new ProtocolError(-32602, "Task not found.");
    return task;
  };
  /** The first end of a task is its only one: an answer that comes after a cancel is not used. */
  const end = (
    task: Task,
    status: TaskState["status"],
    statusMessage: string,
    outcome: () => object,
  ): void => {
    if (isTaskOver(task.sent)) return;
    const lastUpdatedAt = new Date().toISOString();
    task.sent = { ...task.sent, status, statusMessage, lastUpdatedAt };
    task.outcome = outcome;
    for (const wake of [...task.waiting]) wake();
  };
  const withdraw = (task: Task, statusMessage: string): void => {
    end(task, "cancelled", statusMessage, () => {
      throw noAnswerError("withdrawn");
    });
    task.withdraw.abort();
  };
  const remove = (task: Task): void => {
    clearTimeout(task.timer);
    tasks.delete(task.sent.taskId);
    withdraw(task, "The time of the task is up.");
  };
  const makeRoom = (): void => {
    if (tasks.size < MOST_TASKS) return;
    const done = [...tasks.values()].find(({ sent, isFetched }) => isFetched && isTaskOver(sent));
    if (!done) throw noAnswerError("queue-full");
    remove(done);
  };

  return {
    start(ttl, work) {
      if (isClosed) throw noAnswerError("withdrawn");
      makeRoom();
      const createdAt = new Date().toISOString();
      const kept = lifetimeOf(ttl);
      const task: Task = {
        sent: {
          taskId: randomUUID(),
          status: "working",
          statusMessage: "Waiting for the user.",
          createdAt,
          lastUpdatedAt: createdAt,
          ttl: kept,
          pollInterval: POLL_MS,
        },
        withdraw: new AbortController(),
        isFetched: false,
        waiting: new Set(),
        timer: setTimeout(() => remove(task), kept).unref(),
      };
      const { sent } = task;
      tasks.set(sent.taskId, task);
      work(task.withdraw.signal).then(
        (answer) => end(task, "completed", "The user has answered.", () => answer),
        (error: unknown) =>
          end(task, "failed", error instanceof Error ? error.message : String(error), () => {
            throw error;
          }),
      );
      return sent;
    },
    get: (id) => find(id).sent,
    async result(id, signal) {
      const task = find(id);
      if (!task.outcome) {
        if (task.waiting.size >= MOST_WAITING) {
          throw new ProtocolError(-32603, "Too many requests are waiting for this result.");
        }
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            task.waiting.delete(wake);
            signal.removeEventListener("abort", wake);
            resolve();
          };
          task.waiting.add(wake);
          signal.addEventListener("abort", wake);
          if (signal.aborted) wake();
        });
        signal.throwIfAborted();
      }
      task.isFetched = true;
      return task.outcome!();
    },
    cancel(id) {
      const task = find(id);
      if (isTaskOver(task.sent)) {
        throw new ProtocolError(-32602, `The task has ended already: ${task.sent.status}.`);
      }
      withdraw(task, "The server has cancelled the task.");
      task.isFetched = true;
      return task.sent;
    },
    list: () => Array.from(tasks.values(), ({ sent }) => sent),
    close() {
      isClosed = true;
      for (const task of [...tasks.values()]) remove(task);
    },
  };
}

/** How long a task is kept: what the server wants, within limits. */
function lifetimeOf(ttl: unknown): number {
  if (typeof ttl !== "number" || Number.isNaN(ttl)) return DEFAULT_MS;
  return Math.round(Math.min(Math.max(ttl, SHORTEST_MS), LONGEST_MS));
}
