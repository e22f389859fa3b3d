import { createId } from "../../../internal/create-id.js";
import { isObject } from "../../../internal/is-object.js";
import { changeReceived, type Message, type Transport } from "../change-received.js";
import { member, textOf } from "../params.js";

type Params = Readonly<Record<string, unknown>>;
/** The response to a request: its result, or a JSON-RPC error. */
export type Outcome =
  | { readonly result: object }
  | { readonly error: { code: number; message: string; data?: unknown } };

/** Sends a request with these params. */
export type SendParams = (params: Params) => Promise<unknown>;

/** Lets requests of an official client declare the extension for tasks, and the tasks pass that it refuses. */
export interface TaskExtension {
  /** Must be called before the client connects to the transport. */
  watch(transport: Transport): void;
  /**
   * Sends a request that declares the extension. If the server creates a task, it resolves with the task as it came,
   * with `resultType: "task"`; otherwise with the result of `send`.
   *
   * @param outcome - lets the client handle this as the server's response; nothing is sent then
   */
  exchange(params: Params, send: SendParams, outcome?: Outcome): Promise<unknown>;
}

/** A request that declares the extension. */
interface Exchange {
  readonly outcome: Outcome | undefined;
  id?: unknown;
  task?: object;
}

const TASKS = "io.modelcontextprotocol/tasks";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
/** Names the exchange in `_meta` on the way from the client to the transport. It is never sent. */
const MARK = "midcall/exchange";

/** The same object with other properties in one of its members. */
const changed = (object: unknown, name: string, more: object): Record<string, unknown> => ({
  ...(object as object),
  [name]: { ...(member(object, name) as object | undefined), ...more },
});

/** @see https://modelcontextprotocol.io/extensions/tasks/overview */
export function createTaskExtension(): TaskExtension {
  const watched = new WeakSet<Transport>();
  const open = new Map<unknown, Exchange>();

  const received = (message: Message): Message => {
    const result = member(message, "result");
    if (!isObject(result) || result["resultType"] !== "task") return message;
    const id = member(message, "id");
    const exchange = [...open.values()].find((one) => one.id === id);
    if (!exchange) return message;
    exchange.task = result;
    // The client passes a round on as it is, where it refuses a task.
    return { ...message, result: { resultType: "input_required", requestState: "" } } as never;
  };
  return {
    watch(transport) {
      if (watched.has(transport)) return;
      watched.add(transport);
      const { receiver, isInUse } = changeReceived(transport, received);
      const send = transport.send.bind(transport);
      transport.send = async (message, options) => {
        const params = member(message, "params");
        const meta = member(params, "_meta");
        const exchange = open.get(textOf(meta, MARK));
        if (!exchange) return send(message, options);
        const id = member(message, "id");
        exchange.id = id;
        if (exchange.outcome) {
          receiver()?.({ jsonrpc: "2.0", id, ...exchange.outcome } as never);
          return;
        }
        const { [MARK]: _, ...others } = meta as object as Record<string, unknown>;
        const capabilities = changed(others[CAPABILITIES], "extensions", { [TASKS]: {} });
        const _meta = { ...others, ...(isInUse() && { [CAPABILITIES]: capabilities }) };
        await send({ ...message, params: { ...(params as object), _meta } } as never, options);
      };
    },
    async exchange(params, send, outcome) {
      const mark = createId();
      const exchange: Exchange = { outcome };
      open.set(mark, exchange);
      try {
        const result = await send(changed(params, "_meta", { [MARK]: mark }));
        return exchange.task ?? result;
      } finally {
        open.delete(mark);
      }
    },
  };
}
