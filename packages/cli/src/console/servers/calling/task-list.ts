import type { Client } from "@modelcontextprotocol/client";
import { ANY_RESULT, readTaskState } from "../../../connect/tasks/task-state.js";
import { member } from "../../../json.js";
import { RequestError } from "../../errors.js";
import { toTaskView } from "../../views/task-view.js";
import type { ListedTaskView, TasksView } from "../../views/api-types.js";
import { orRequestError } from "./or-request-error.js";

const ASK_MS = 15_000;
const MOST_PAGES = 10;
const MOST_TASKS = 500;
const LONGEST_ID = 1_000;

/** A task of a list; `undefined` if it is invalid. */
function toListedTask(task: unknown): ListedTaskView | undefined {
  try {
    const state = readTaskState(task);
    if (state.id.length > LONGEST_ID) return undefined;
    const { id: shownId, status, message } = toTaskView(state);
    const created = Date.parse(String(member(task, "createdAt")));
    const createdAt = Number.isNaN(created) ? undefined : created;
    return { id: state.id, shownId, status, message, createdAt };
  } catch {
    return undefined;
  }
}

/**
 * The tasks of 2025-11-25 that a server lists; the first pages, if there are many.
 *
 * @throws RequestError when the server refuses
 */
export async function listTasks(client: Client): Promise<TasksView> {
  if (!client.getServerCapabilities()?.tasks?.list) {
    throw new RequestError(409, "This server does not list its tasks.");
  }
  const tasks: ListedTaskView[] = [];
  let invalid = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && tasks.length < MOST_TASKS; page++) {
    const message = { method: "tasks/list", params: cursor === undefined ? {} : { cursor } };
    const sent = client.request(message, ANY_RESULT, { timeout: ASK_MS });
    const { tasks: listed, nextCursor } = await orRequestError(sent);
    for (const one of Array.isArray(listed) ? (listed as unknown[]) : []) {
      const task = toListedTask(one);
      if (task) tasks.push(task);
      else invalid += 1;
    }
    cursor = typeof nextCursor === "string" ? nextCursor : undefined;
    if (cursor === undefined) break;
  }
  const isMore = cursor !== undefined || tasks.length > MOST_TASKS;
  return { tasks: tasks.slice(0, MOST_TASKS), invalid, isMore };
}

/** Cancels a task. @throws RequestError when the server refuses */
export async function cancelTask(client: Client, taskId: string): Promise<void> {
  const message = { method: "tasks/cancel", params: { taskId } };
  await orRequestError(client.request(message, ANY_RESULT, { timeout: ASK_MS }));
}
