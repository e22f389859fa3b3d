import type { MultiRoundTripParts } from "../multi-round-trip.js";
import type { RequestOptions, Send } from "../request.js";
import type { AttachOptions } from "../types.js";
import { followCall, type FollowParts } from "./follow-call.js";
import { createTaskExtension, type SendParams, type TaskExtension } from "./task-extension.js";

/** The calls of one client that may run as tasks. */
export interface TaskCalls extends Pick<TaskExtension, "watch"> {
  /**
   * The parts of a call that may run as a task.
   *
   * @param given - the caller's options
   * @param end - sends the call; resolves with its final result
   */
  of(
    call: FollowParts["call"],
    given: RequestOptions,
    end: SendParams,
  ): Pick<MultiRoundTripParts, "send" | "followTask">;
}

/**
 * @param request - sends any request of the client
 * @param report - receives the errors of the host's callbacks
 */
export function createTaskCalls(
  request: Send,
  { onTask }: AttachOptions,
  report: (error: unknown) => void,
): TaskCalls {
  const { exchange, watch } = createTaskExtension();
  const running = new Set<string>();
  return {
    watch,
    of: (call, given, end) => ({
      send: (params) => exchange(params, call.send),
      followTask: (created, keep) =>
        followCall(created, {
          ...{ exchange, request, running, onTask, report },
          ...{ call, given, end, keep },
        }),
    }),
  };
}
