import type { Notification, ServerContext } from "@modelcontextprotocol/server";
import { createLazyMember } from "../../internal/memory/lazy-member.js";
import { membersOf } from "../http/direct/direct-context.js";
import type { RunningCall } from "../call/run-handler.js";
import type { Elicitation, ElicitationMethods } from "../context.js";

/** The context a handler made with `elicitation.handler` receives: the SDK's, and {@link Elicitation}. */
export type ElicitationContext = ServerContext & Elicitation;

/** The SDK's context with midcall's additions. The SDK's signal is replaced, as every reply aborts it. */
export function createContext(
  sdk: ServerContext,
  methods: ElicitationMethods,
  call: RunningCall,
): ElicitationContext {
  const { signal: _, ...members } = membersOf(sdk) as ServerContext["mcpReq"];
  const replaced: Partial<ServerContext["mcpReq"]> = {
    notify: (notification: Notification) => call.send(() => call.notify(notification)),
    log: (...args) => call.send(() => sdk.mcpReq.log(...args)),
    elicitInput: (...args) => call.send(() => sdk.mcpReq.elicitInput(...args)),
    requestSampling: (...args) => call.send(() => sdk.mcpReq.requestSampling(...args)),
    send: ((...args: Parameters<typeof sdk.mcpReq.send>) =>
      call.send(() => sdk.mcpReq.send(...args))) as typeof sdk.mcpReq.send,
  };
  const mcpReq = Object.assign(members, replaced);
  const context = Object.assign({}, sdk, { mcpReq }, methods);
  const signal = (): AbortSignal => call.signal;
  defineSignal(context.mcpReq, signal);
  defineSignal(context, signal);
  return context as unknown as ElicitationContext;
}

const defineSignal = createLazyMember<AbortSignal>("signal");
