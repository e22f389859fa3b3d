import type { Transport } from "@modelcontextprotocol/client";
import type { Connection } from "../../../connect/connection.js";
import { createTaskResults } from "../../../connect/messages/task-results.js";
import { runReceived, tapTransport } from "../../../connect/messages/tap-transport.js";
import type { TaskState } from "../../../connect/tasks/task-state.js";
import { followTask, type TaskParts } from "../../calls/follow-task.js";
import { methodOf } from "../../calls/call-kind.js";
import type { CallContext, WantedCall } from "../../calls/run-call.js";
import { createTaskCalls } from "../../calls/task-calls.js";
import type { ToolView } from "../../views/api-types.js";
import { toTaskView } from "../../views/task-view.js";

/** The calls of one server that run as tasks, on 2025-11-25 and on 2026-07-28. */
export interface ServerTasks {
  /** Must be called for each transport of the server before it is used. @returns the same transport */
  watch(transport: Transport): Transport;
  /** What receives the states of a call that has to run as a task of 2025-11-25; `undefined` for other calls. */
  listenerFor(wanted: WantedCall, context: CallContext): ((task: TaskState) => void) | undefined;
  /** Follows a task of 2026-07-28 to its result; resolves with any other result as it is. */
  finish(
    result: unknown,
    wanted: WantedCall,
    parts: Pick<Connection, "client"> & Pick<TaskParts, "context">,
  ): Promise<unknown>;
}

/** Options of {@link createServerTasks}. */
export interface ServerTasksOptions extends Pick<TaskParts, "inbox" | "onInput"> {
  /** The user's name for the server. */
  name(): string;
  tools(): readonly ToolView[];
}

export function createServerTasks(options: ServerTasksOptions): ServerTasks {
  const { inbox, onInput, name: server, tools } = options;
  const results = createTaskResults();
  const calls = createTaskCalls();
  return {
    watch(transport) {
      runReceived(transport, calls.around);
      tapTransport(transport, calls.tap);
      return tapTransport(transport, results.tap);
    },
    listenerFor({ kind, name, asTask = false }, { onTask }) {
      const support =
        kind === "tool" ? tools().find((one) => one.name === name)?.taskSupport : undefined;
      const isTask = support === "required" || (asTask && support === "optional");
      return isTask ? (task) => onTask(toTaskView(task)) : undefined;
    },
    async finish(result, { name }, { client, context }) {
      const task = results.taskOf(result);
      if (task === undefined) return result;
      const call = { method: methodOf("tool"), name };
      return followTask(task, { client, inbox, server: server(), call, context, onInput });
    },
  };
}
