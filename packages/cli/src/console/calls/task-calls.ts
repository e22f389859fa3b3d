import type { Around, Tap } from "../../connect/messages/tap-transport.js";
import { relatedTaskOf } from "../../connect/tasks/task-questions.js";
import { isObject, member } from "../../json.js";
import { callInScope, runInCall } from "./call-scope.js";

/** Knows which call each task of 2025-11-25 belongs to. */
export interface TaskCalls {
  /** Learns which call a task belongs to when the server has created it. */
  readonly tap: Tap;
  /** Handles a message about a task as part of its call, whatever stream it arrives on. */
  readonly around: Around;
}

const MOST = 200;

/** Creates an empty list. */
export function createTaskCalls(): TaskCalls {
  const calls = new Map<string, string>();
  /** The calls that are sent as tasks, by the id of the request. */
  const sent = new Map<unknown, string>();
  return {
    tap(direction, message) {
      const id = member(message, "id");
      if (direction === "sent") {
        const call = callInScope();
        const isTask = isObject(member(member(message, "params"), "task"));
        if (isTask && call !== undefined) keep(sent, id, call);
        return;
      }
      const call = member(message, "method") === undefined ? sent.get(id) : undefined;
      if (call === undefined) return;
      sent.delete(id);
      const task = member(member(member(message, "result"), "task"), "taskId");
      // The id is the server's word, so a later task cannot take over the messages of an earlier one.
      if (typeof task === "string" && !calls.has(task)) keep(calls, task, call);
    },
    around(message, handle) {
      const related = relatedTaskOf(message);
      const call = typeof related === "string" ? calls.get(related) : undefined;
      if (call === undefined) handle();
      else runInCall(call, handle);
    },
  };
}

function keep<K>(map: Map<K, string>, key: K, call: string): void {
  map.set(key, call);
  if (map.size > MOST) map.delete(map.keys().next().value!);
}
