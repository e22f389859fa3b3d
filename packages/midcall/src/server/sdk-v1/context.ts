import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { createLazyMember } from "../../internal/memory/lazy-member.js";
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
  const { signal: _, ...members } = extra;
  const replaced: Pick<Extra, "sendNotification" | "sendRequest"> = {
    sendNotification: (notification: ServerNotification) =>
      call.send(() => call.notify(notification)),
    sendRequest: (...args) => call.send(() => extra.sendRequest(...args)),
  };
  const context = Object.assign(members, replaced, methods);
  defineSignal(context, () => call.signal);
  return context as unknown as ElicitationContext;
}

const defineSignal = createLazyMember<AbortSignal>("signal");
