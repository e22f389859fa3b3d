import { type Client, ProtocolError, type Transport } from "@modelcontextprotocol/client";
import { isObject, member } from "../../../json.js";
import type { Tap } from "../../messages/tap-transport.js";
import { RELATED } from "../task-questions.js";
import { createTaskList } from "./task-list.js";

/** Receives a server's requests as tasks of 2025-11-25. */
export interface TaskReceiver {
  /** Declares the capability to a server of 2025-11-25. Must be attached to the client's transport. */
  readonly tap: Tap;
  /** Must be called after the client's handlers for questions and sampling were set. */
  attach(): void;
  /** Ends all tasks with the connection. Must be called when the client has connected. */
  endWith(transport: Transport): void;
}

const VERSION = "2025-11-25";

type Handler = NonNullable<Client["fallbackRequestHandler"]>;
type Received = Parameters<Handler>[0];
type Context = Parameters<Handler>[1];

/**
 * Lets a server send questions and requests for sampling as tasks. To everything behind it, such a request is an ordinary
 * one that stays open until the user has answered; the server gets the id of a task at once, and the answer only when
 * it asks for the result of that task on the same connection.
 *
 * The task waits for the user, not for the server, so it is `working` until it has ended.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function createTaskReceiver(client: Client): TaskReceiver {
  const tasks = createTaskList();
  /** The methods that were declared to take a task. */
  let declared: readonly string[] = [];

  const start = (request: Received, context: Context, handle: Handler): object => {
    const { task: wanted, ...params } = request.params ?? {};
    const task = tasks.start(member(wanted, "ttl"), (signal) =>
      handle.call(
        client,
        { ...request, params },
        { ...context, mcpReq: { ...context.mcpReq, signal } },
      ),
    );
    return { task };
  };
  const operate = async ({ method, params }: Received, context: Context): Promise<object> => {
    const id = member(params, "taskId");
    switch (method) {
      case "tasks/get":
        return tasks.get(id);
      case "tasks/cancel":
        return tasks.cancel(id);
      case "tasks/list":
        if (member(params, "cursor") === undefined) return { tasks: tasks.list() };
        throw new ProtocolError(-32602, "There is no such cursor: the list has one page.");
      case "tasks/result": {
        const result = await tasks.result(id, context.mcpReq.signal);
        const meta = member(result, "_meta");
        return { ...result, _meta: { ...(isObject(meta) && meta), [RELATED]: { taskId: id } } };
      }
      default:
        throw new ProtocolError(-32601, "Method not found");
    }
  };

  return {
    tap(direction, message) {
      if (direction !== "sent" || member(message, "method") !== "initialize") return;
      const params = member(message, "params");
      const capabilities = member(params, "capabilities");
      if (!isObject(params) || !isObject(capabilities)) return;
      if (params["protocolVersion"] !== VERSION) return;
      const requests = {
        ...(capabilities["elicitation"] !== undefined && { elicitation: { create: {} } }),
        ...(capabilities["sampling"] !== undefined && { sampling: { createMessage: {} } }),
      };
      declared = Object.entries(requests).map(
        ([kind, methods]) => `${kind}/${Object.keys(methods)[0]}`,
      );
      if (declared.length === 0) return;
      params["capabilities"] = { ...capabilities, tasks: { list: {}, cancel: {}, requests } };
    },
    attach() {
      const handle = client.fallbackRequestHandler;
      if (!handle) return;
      client.fallbackRequestHandler = async (request, context) => {
        const { method, params } = request;
        // The server may have chosen an older version.
        const isOn = declared.length > 0 && client.getNegotiatedProtocolVersion() === VERSION;
        if (isOn && method.startsWith("tasks/")) return { ...(await operate(request, context)) };
        const isTask = isOn && declared.includes(method) && isObject(params?.["task"]);
        return isTask
          ? { ...start(request, context, handle) }
          : handle.call(client, request, context);
      };
    },
    endWith(transport) {
      const before = transport.onclose;
      transport.onclose = () => {
        try {
          before?.();
        } finally {
          tasks.close();
        }
      };
    },
  };
}
