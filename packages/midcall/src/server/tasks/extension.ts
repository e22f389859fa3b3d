import { isObject } from "../../internal/is-object.js";

/** The extension for tasks. @see https://modelcontextprotocol.io/extensions/tasks/overview */
export const TASKS = "io.modelcontextprotocol/tasks";

/** Requests about a task. */
export const TASK_METHODS = ["tasks/get", "tasks/update", "tasks/cancel"] as const;
export type TaskMethod = (typeof TASK_METHODS)[number];

/** Whether a client declares the extension in a request. @param capabilities - untrusted */
export function declaresTasks(capabilities: unknown): boolean {
  const extensions = isObject(capabilities) ? capabilities["extensions"] : undefined;
  return isObject(extensions) && isObject(extensions[TASKS]);
}
