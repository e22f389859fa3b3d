import { AsyncLocalStorage } from "node:async_hooks";
import type { Transport } from "@modelcontextprotocol/client";
import type { AttachOptions } from "midcall/client";
import { runReceived, tapTransport } from "../../../connect/messages/tap-transport.js";
import type { TaskState } from "../../../connect/tasks/task-state.js";
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
  /** Runs a call, which receives the states of its task of 2026-07-28. */
  runIn<T>(context: CallContext, work: () => Promise<T>): Promise<T>;
  /** Must be passed to the inbox with the client. */
  readonly onTask: NonNullable<AttachOptions["onTask"]>;
}

/** The call that is running. One for all servers: each storage costs time with every promise, as long as the process lives. */
const current = new AsyncLocalStorage<CallContext>();

/** @param tools - the tools that the server lists now */
export function createServerTasks(tools: () => readonly ToolView[]): ServerTasks {
  const calls = createTaskCalls();
  return {
    watch(transport) {
      runReceived(transport, calls.around);
      return tapTransport(transport, calls.tap);
    },
    listenerFor({ kind, name, asTask = false }, { onTask }) {
      const support =
        kind === "tool" ? tools().find((one) => one.name === name)?.taskSupport : undefined;
      const isTask = support === "required" || (asTask && support === "optional");
      return isTask ? (task) => onTask(toTaskView(task)) : undefined;
    },
    runIn: (context, work) => current.run(context, work),
    onTask: (task) => current.getStore()?.onTask(toTaskView(task)),
  };
}
