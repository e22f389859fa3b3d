import { invalidParams } from "../framework/rejection.js";
import type { RequestChannel } from "../framework/request-channel.js";
import type { RequestContext } from "../framework/request-context.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { isTooDeep, MAX_JSON_DEPTH } from "../../internal/json-depth.js";
import { firstState, type FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";

/** One request, with what is known of its host and its call. */
export interface CallRequest {
  readonly context: RequestContext;
  readonly channel: RequestChannel;
  readonly binding: Binding;
  readonly host: HostCapabilities;
  readonly state: FlowState;
  readonly responses: Readonly<Record<string, unknown>>;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}

/** The tool, prompt or resource, for messages. */
export function subjectOf({ method, params }: Pick<Binding, "method" | "params">): string {
  const { name, uri } = (params ?? {}) as { name?: string; uri?: string };
  return `"${name ?? uri ?? method}"`;
}

/** @throws Rejection when the arguments or responses are nested too deep */
export function readRequest(context: RequestContext): CallRequest {
  const { channel, binding, state = channel.durable?.resumed ?? firstState() } = context;
  const { arguments: args } = (binding.params ?? {}) as { arguments?: unknown };
  const { host } = channel;
  // Responses come with a request on 2026-07-28 only.
  const responses = (host.strategy === "multiRoundTrip" ? channel.inputResponses : undefined) ?? {};
  if (isTooDeep(args) || isTooDeep(responses)) {
    throw invalidParams(
      `The ${isTooDeep(args) ? "arguments" : "answers"} are nested more than ${MAX_JSON_DEPTH} levels deep.`,
    );
  }
  const subject = subjectOf(binding);
  return { context, channel, binding, host, state, responses, subject };
}
