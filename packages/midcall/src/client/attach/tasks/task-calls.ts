import type { MultiRoundTripParts } from "../multi-round-trip.js";
import type { RequestOptions, Send } from "../request.js";
import type { AttachableClient, AttachOptions } from "../types.js";
import type { FollowParts } from "./follow-call.js";
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

/** @param report - receives the errors of the host's callbacks */
export function createTaskCalls(
  client: AttachableClient,
  { onTask }: AttachOptions,
  report: (error: unknown) => void,
): TaskCalls {
  const { exchange, watch } = createTaskExtension();
  const request = client.request.bind(client) as unknown as Send;
  const running = new Set<string>();
  return {
    watch,
    of: (call, given, end) => ({
      send: (params) => exchange(params, call.send),
      followTask: async (created, keep) => {
        const { followCall } = await import("./follow-call.js");
        const shared = { exchange, request, running, onTask, report };
        return followCall(created, { ...shared, call, given, end, keep });
      },
    }),
  };
}
