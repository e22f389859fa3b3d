import type { RunningCall } from "../call/run-handler.js";
import type { Elicitation, ElicitationMethods } from "../context.js";
import type { McpUseContext } from "./channel.js";

/** The context of mcp-use, with midcall's additions. */
export type ElicitationContext<C = object> = Omit<C, keyof Elicitation> & Elicitation;

/** The methods of the context that send something to the host. */
const SENDING = ["reportProgress", "sendLog"] as const;

/**
 * The context of mcp-use with midcall's additions. It is an object of Hono with private fields, which cannot be copied.
 */
export function createContext(
  context: McpUseContext,
  methods: ElicitationMethods,
  call: RunningCall,
): ElicitationContext<McpUseContext> {
  const additions: Record<string | symbol, unknown> = {
    ...methods,
    sendNotification: (method: string, params?: Record<string, unknown>) =>
      call.send(() => call.notify({ method, params })),
  };
  for (const name of SENDING) {
    const method = (context as unknown as Record<string, unknown>)[name];
    if (typeof method !== "function") continue;
    const sending = (...args: unknown[]): unknown =>
      call.send(async () => Reflect.apply(method, context, args) as unknown);
    additions[name] = sending;
  }
  return new Proxy(context, {
    get(target, key) {
      if (key === "signal") return call.signal;
      if (Object.hasOwn(additions, key)) return additions[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    has: (target, key) => Object.hasOwn(additions, key) || Reflect.has(target, key),
  }) as unknown as ElicitationContext<McpUseContext>;
}
