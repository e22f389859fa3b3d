import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import type { RunningCall } from "../call/run-handler.js";
import type { Elicitation, ElicitationMethods } from "../context.js";
import type { Extra } from "./protocol.js";

/** The context a handler made with `elicitation.handler` receives: the SDK's, and midcall's additions. */
export type ElicitationContext = Extra & Elicitation;

/** The SDK's context with midcall's additions. */
export function createContext(
  extra: Extra,
  methods: ElicitationMethods,
  call: RunningCall,
): ElicitationContext {
  return {
    ...extra,
    sendNotification: (notification: ServerNotification) =>
      call.send(() => call.notify(notification)),
    sendRequest: (...args) => call.send(() => extra.sendRequest(...args)),
    ...methods,
    get signal() {
      return call.signal;
    },
  };
}
