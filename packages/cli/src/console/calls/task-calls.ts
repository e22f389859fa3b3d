import type { Around } from "../../connect/messages/tap-transport.js";
import type { TaskState } from "../../connect/tasks/task-state.js";
import { isObject, member } from "../../json.js";
import type { TaskView } from "../views/api-types.js";
import { toTaskView } from "../views/task-view.js";
import { callInScope, runInCall } from "./call-scope.js";

/** Knows which call each task of 2025-11-25 belongs to. */
export interface TaskCalls {
  /** Follows the task of the call whose work the running code is. */
  follow(onTask: (task: TaskView) => void): (task: TaskState) => void;
  /** Handles a message about a task as part of its call, whatever stream it arrives on. */
  readonly around: Around;
}

const RELATED = "io.modelcontextprotocol/related-task";
const MOST = 200;

/** Creates an empty list. */
export function createTaskCalls(): TaskCalls {
  const calls = new Map<string, string>();
  return {
    follow(onTask) {
      const call = callInScope();
      return (task) => {
        // The id of a task is the server's word, so a later task cannot take over the messages of an earlier one.
        if (call !== undefined && !calls.has(task.id)) calls.set(task.id, call);
        if (calls.size > MOST) calls.delete(calls.keys().next().value!);
        onTask(toTaskView(task));
      };
    },
    around(message, handle) {
      const meta = member(member(message, "params"), "_meta");
      const related = isObject(meta) ? member(meta[RELATED], "taskId") : undefined;
      const call = typeof related === "string" ? calls.get(related) : undefined;
      if (call === undefined) handle();
      else runInCall(call, handle);
    },
  };
}
