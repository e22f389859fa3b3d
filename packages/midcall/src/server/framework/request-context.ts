import { errorText } from "../../internal/error-text.js";
import type { RequestTrace } from "../../contracts/telemetry.js";
import { observeRefusal } from "../call/observe.js";
import { StateError } from "../errors.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { withNativeModes } from "../host/native-modes.js";
import type { Settings } from "../options.js";
import type { PrincipalContext } from "../principal.js";
import type { FlowState } from "../state/records.js";
import { type Binding, openState } from "../state/request-state.js";
import { invalidState } from "./rejection.js";
import type { RequestChannel } from "./request-channel.js";
import type { RequestReply } from "./request-reply.js";
import type { NeedsStructure } from "./structured-tools.js";

/** Requests during which every protocol version allows questions to the user. */
export const METHODS = ["tools/call", "prompts/get", "resources/read"] as const;
export type Method = (typeof METHODS)[number];

export function isMethod(method: unknown): method is Method {
  return METHODS.includes(method as Method);
}

/** The data about a request that the wrapper around a framework's handler passes to the author's handler inside it. */
export interface RequestContext {
  readonly channel: RequestChannel;
  /** The user and client that the request is from, and what it asks for; states are bound to it. */
  readonly binding: Binding;
  /** The state that came back, opened and checked. */
  readonly state: FlowState | undefined;
  /** Aborts when the connection of the request ends. */
  readonly connectionSignal: AbortSignal;
  /** Whether the server can open a page for the user: it runs on their own machine. */
  readonly isLocal: boolean;
  /** What the server has for questions that are not shown by the host; `undefined` if the framework has no room for it. */
  readonly companions: Companions | undefined;
  readonly needsStructure: NeedsStructure;
  /** The request has a state that midcall did not make. */
  readonly isForeign: boolean;
  /** The request's reply, which is given past the author's code where it is not a result of theirs. */
  readonly reply: RequestReply;
  /** Set while the request is observed by telemetry. */
  trace: RequestTrace | undefined;
}

/** The connection that a request came on. */
export interface ConnectionEnd {
  /** Aborts when the connection to the host ends. */
  readonly signal: AbortSignal;
}

/** The view and the tools that a server has beside the author's own. */
export interface Companions {
  /** Whether calls of this tool show the view for questions. */
  hasView(tool: unknown): boolean;
}

/** A request as it arrives through a framework. */
export interface ReceivedRequest extends PrincipalContext {
  readonly channel: RequestChannel;
  /** Called on first use. */
  readonly connectionSignal: () => AbortSignal;
  /** The name of the server. */
  readonly server: string;
  readonly method: Method;
  readonly params: unknown;
  /** The `requestState` that came back. */
  readonly requestState: unknown;
  readonly reply: RequestReply;
  readonly companions?: Companions | undefined;
  /** Default: no tool does. */
  readonly needsStructure?: NeedsStructure | undefined;
}

/** A channel, with a host that has no modes it is known not to have, and shows no views that this server does not have. */
class AdjustedChannel implements RequestChannel {
  readonly #channel: RequestChannel;
  readonly #hasView: boolean;
  readonly #settings: Settings;
  #host: HostCapabilities | undefined;
  readonly connection: object;
  readonly isStdio: boolean;
  readonly progressToken: RequestChannel["progressToken"];
  readonly durable: RequestChannel["durable"];
  readonly requestId: RequestChannel["requestId"];
  readonly sessionId: RequestChannel["sessionId"];
  readonly inputResponses: RequestChannel["inputResponses"];
  readonly cameAt: RequestChannel["cameAt"];
  readonly send: RequestChannel["send"];
  readonly failureOf: RequestChannel["failureOf"];
  readonly notify: RequestChannel["notify"];
  readonly notifySession: RequestChannel["notifySession"];
  readonly endBrokenResponses: RequestChannel["endBrokenResponses"];

  constructor(channel: RequestChannel, companions: Companions | undefined, settings: Settings) {
    this.#channel = channel;
    this.#hasView = settings.appElicits && companions !== undefined;
    this.#settings = settings;
    this.connection = channel.connection;
    this.isStdio = channel.isStdio;
    this.progressToken = channel.progressToken;
    this.durable = channel.durable;
    this.requestId = channel.requestId;
    this.sessionId = channel.sessionId;
    this.inputResponses = channel.inputResponses;
    this.cameAt = channel.cameAt;
    this.send = channel.send;
    this.failureOf = channel.failureOf;
    this.notify = channel.notify;
    this.notifySession = channel.notifySession;
    this.endBrokenResponses = channel.endBrokenResponses;
  }

  get host(): HostCapabilities {
    return (this.#host ??= this.#readHost());
  }

  #readHost(): HostCapabilities {
    const host = withNativeModes(this.#channel.host, this.#settings.hostOverrides);
    return { ...host, appElicitation: host.appElicitation && this.#hasView };
  }

  get signal(): AbortSignal {
    return this.#channel.signal;
  }
}

class ReceivedContext implements RequestContext {
  readonly channel: RequestChannel;
  readonly binding: Binding;
  readonly state: FlowState | undefined;
  readonly isLocal: boolean;
  readonly companions: Companions | undefined;
  readonly needsStructure: NeedsStructure;
  readonly isForeign: boolean;
  readonly reply: RequestReply;
  trace: RequestTrace | undefined;
  readonly #request: ReceivedRequest;

  constructor(
    request: ReceivedRequest,
    { channel, binding, isLocal }: Pick<RequestContext, "channel" | "binding" | "isLocal">,
    state: FlowState | undefined,
    isForeign: boolean,
  ) {
    this.channel = channel;
    this.binding = binding;
    this.state = state;
    this.isLocal = isLocal;
    this.companions = request.companions;
    this.needsStructure = request.needsStructure ?? noTool;
    this.isForeign = isForeign;
    this.reply = request.reply;
    this.trace = undefined;
    this.#request = request;
  }

  get connectionSignal(): AbortSignal {
    return this.#request.connectionSignal();
  }
}

const noTool = (): boolean => false;

/** @throws Rejection when the state that came back is refused; OptionError when `principal` returns no user */
export function receive(request: ReceivedRequest, settings: Settings): RequestContext {
  const { server, method, params, http, requestState: sent } = request;
  const channel = new AdjustedChannel(request.channel, request.companions, settings);
  const binding = {
    server,
    principal: settings.principal({ ...(http && { http }) }) || undefined,
    client: http?.authInfo?.clientId,
    method,
    params,
  };
  const isLocal = channel.isStdio || (http === undefined && settings.opensPages);
  const contextOf = (state: FlowState | undefined, isForeign: boolean): RequestContext =>
    new ReceivedContext(request, { channel, binding, isLocal }, state, isForeign);
  if (sent === undefined) return contextOf(undefined, false);
  if (typeof sent !== "string" || !settings.sealer.claims(sent)) return contextOf(undefined, true);
  try {
    return contextOf(openState(sent, binding, settings), false);
  } catch (error) {
    const reason = error instanceof StateError ? error.message : errorText(error);
    settings.logger.warn(`midcall: ${method}: ${reason}`);
    if (settings.telemetry !== undefined) {
      const code = error instanceof StateError ? error.reason : "malformed";
      observeRefusal(settings.telemetry, request, code);
    }
    throw invalidState();
  }
}
