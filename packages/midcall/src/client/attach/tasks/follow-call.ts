import type { KeepRound, MultiRoundTripParts } from "../multi-round-trip.js";
import type { RequestOptions, Send } from "../request.js";
import type { AttachOptions } from "../types.js";
import type { Task } from "./read-task.js";
import { runTask } from "./run-task.js";
import type { SendParams, TaskExtension } from "./task-extension.js";

/** What is needed to follow the task of a call. */
export interface FollowParts extends Pick<TaskExtension, "exchange"> {
  readonly call: Omit<MultiRoundTripParts, "params" | "followTask">;
  /** The caller's options. */
  readonly given: RequestOptions;
  /** Sends the call; resolves with its final result. */
  readonly end: SendParams;
  readonly keep: KeepRound;
  /** Sends any request of the client. */
  readonly request: Send;
  /** The ids of the tasks of this client that are followed. */
  readonly running: Set<string>;
  readonly onTask: AttachOptions["onTask"];
  /** Receives the errors of the host's callbacks, which must not end the call. */
  report(error: unknown): void;
}

/** Every result is taken as it is: it is untrusted, and read field by field. */
const ANY_RESULT = {
  "~standard": { version: 1, vendor: "midcall", validate: (value: unknown) => ({ value }) },
};

/**
 * Follows the task of a call through the client.
 *
 * @param created - the task as the server has created it, or the id of a saved one
 * @returns the result of the call
 */
export function followCall(created: unknown, parts: FollowParts): Promise<unknown> {
  const { call: origin, given, end, exchange, request, keep, running, onTask, report } = parts;
  const { server, call } = origin;
  const { timeout, onprogress } = given;
  let told: string | undefined;
  let progress = 0;
  const tell = (task: Task): void => {
    const { message } = task;
    onTask?.(task, { server, call });
    if (message !== undefined && message !== told) onprogress?.({ progress: ++progress, message });
    told = message;
  };
  return runTask(created, {
    ...origin,
    // A saved round that led to a task says nothing about that task.
    from: typeof created === "string" ? origin.from : undefined,
    running,
    keep,
    onTask(task) {
      try {
        tell(task);
      } catch (error) {
        report(error);
      }
    },
    request: (method, params, more) =>
      exchange(params, (declared) =>
        // The client must not answer a round by itself that a server requests here.
        request({ method, params: declared }, ANY_RESULT, {
          timeout,
          ...more,
          allowInputRequired: true,
        }),
      ),
    settle: (outcome) => exchange({}, end, outcome),
  });
}
