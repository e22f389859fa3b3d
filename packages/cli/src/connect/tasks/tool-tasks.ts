import { randomUUID } from "node:crypto";
import {
  type Client,
  type Progress,
  specTypeSchemas,
  type Tool,
} from "@modelcontextprotocol/client";
import { isObject, member } from "../../json.js";
import type { Tap } from "../messages/tap-transport.js";
import { followToolTask } from "./follow-tool-task.js";
import { createTaskQuestions } from "./task-questions.js";
import { ANY_RESULT, type Received, type TaskState } from "./task-state.js";

/** Calls of tools as tasks of 2025-11-25, through the `callTool` of a client. */
export interface ToolTasks {
  /** Must be attached to the client's transport. */
  readonly tap: Tap;
  /** Must be called after the inbox was attached to the client. */
  attachQuestions(): void;
  /**
   * The `task` parameter of a call to run as a task. `callTool` then resolves with the result of the task.
   *
   * @param onTask - called with every state of the task
   */
  parameter(onTask: (task: TaskState) => void): object;
}

/** Whether a tool can be called as a task: `required` if it cannot be called in any other way. */
export type TaskSupport = "optional" | "required";

/** The task support of a tool; `undefined` if it cannot be called as a task. */
export function taskSupportOf(
  client: Pick<Client, "getServerCapabilities" | "getProtocolEra">,
  { execution }: Pick<Tool, "execution">,
): TaskSupport | undefined {
  const { tasks } = client.getServerCapabilities() ?? {};
  if (client.getProtocolEra() !== "legacy" || !tasks?.requests?.tools?.call) return undefined;
  const support = execution?.taskSupport;
  return support === "forbidden" ? undefined : support;
}

/** `client.request` without its overloads. */
type Send = (
  message: { method: string; params?: Received },
  ...rest: unknown[]
) => Promise<unknown>;
interface SendOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  onprogress?(progress: Progress): void;
}

const LARGEST_TOKENS = 1_000;

/**
 * Lets a client call tools as tasks of 2025-11-25. To everything that wraps the client later, such a call is one
 * request: the questions of the task are questions of that call.
 */
export function createToolTasks(client: Client): ToolTasks {
  const listeners = new WeakMap<object, (task: TaskState) => void>();
  /** By progress token: it stays valid after the request that created the task. */
  const progress = new Map<string, (progress: Progress) => void>();
  const questions = createTaskQuestions(client);
  const send = client.request.bind(client) as unknown as Send;

  const run = async (
    params: Received,
    { signal = new AbortController().signal, onprogress, ...options }: SendOptions,
    onTask: (task: TaskState) => void,
  ): Promise<unknown> => {
    const token = randomUUID();
    let end = (): void => {};
    if (onprogress && progress.size < LARGEST_TOKENS) progress.set(token, onprogress);
    try {
      const _meta = { ...(isObject(params["_meta"]) && params["_meta"]), progressToken: token };
      const message = { method: "tools/call", params: { ...params, _meta } };
      const created = await send(message, ANY_RESULT, { ...options, signal });
      const task = member(created, "task");
      const taskId = member(task, "taskId");
      end = questions.begin(taskId, signal);
      return await followToolTask(task, {
        request: (method, more) => {
          const schema = method === "tasks/result" ? specTypeSchemas.CallToolResult : ANY_RESULT;
          return send({ method, params: { taskId } }, schema, more) as Promise<Received>;
        },
        canCancel: client.getServerCapabilities()?.tasks?.cancel !== undefined,
        signal,
        onTask,
      });
    } finally {
      progress.delete(token);
      end();
    }
  };
  const request: Send = (message, ...rest) => {
    const { params = {} } = message;
    const parameter = message.method === "tools/call" ? params["task"] : undefined;
    const onTask = isObject(parameter) ? listeners.get(parameter) : undefined;
    return onTask
      ? run(params, (rest.at(-1) ?? {}) as SendOptions, onTask)
      : send(message, ...rest);
  };
  client.request = request as unknown as Client["request"];

  return {
    attachQuestions: questions.attach,
    tap(direction, message) {
      if (direction === "sent" || member(message, "method") !== "notifications/progress") return;
      const params = member(message, "params");
      const onProgress = progress.get(String(member(params, "progressToken")));
      if (onProgress && typeof member(params, "progress") === "number") {
        onProgress(params as Progress);
      }
    },
    parameter(onTask) {
      const parameter = {};
      listeners.set(parameter, onTask);
      return parameter;
    },
  };
}
