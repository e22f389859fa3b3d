import { isObject } from "../../../internal/is-object.js";

/** The id of a request. */
export type Id = string | number;

/** A JSON-RPC message as it travels: a request, a response or a notification. Untrusted if it comes from a server. */
export interface WireMessage {
  readonly jsonrpc: "2.0";
  readonly id?: Id | undefined;
  readonly method?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A message with a method and an id. */
export type WireRequest = WireMessage & { readonly id: Id; readonly method: string };

export const isRequest = (message: WireMessage): message is WireRequest =>
  message.method !== undefined && message.id !== undefined;

const META = "io.modelcontextprotocol/";

/** Whether a request is one of 2026-07-28, each of which names its protocol version. */
export const isModern = ({ params }: WireMessage): boolean =>
  isObject(params?.["_meta"]) && `${META}protocolVersion` in params["_meta"];

/** What an inbox declares. */
export interface DeclaredCapabilities {
  readonly elicitation: object;
  readonly experimental?: object;
}

/** A request that declares capabilities, with those of an inbox; other messages as they are. */
export function declaring(
  message: WireMessage,
  declared: DeclaredCapabilities | undefined,
): WireMessage {
  const withOurs = (capabilities: unknown): object => {
    const { elicitation: _, ...others } = Object(capabilities) as Record<string, unknown>;
    const experimental = declared?.experimental && {
      experimental: { ...Object(others["experimental"]), ...declared.experimental },
    };
    return { ...others, ...declared, ...experimental };
  };
  const { method, params = {} } = message;
  if (method === "initialize") {
    return { ...message, params: { ...params, capabilities: withOurs(params["capabilities"]) } };
  }
  if (!isModern(message)) return message;
  const name = `${META}clientCapabilities`;
  const meta = params["_meta"] as Record<string, unknown>;
  return {
    ...message,
    params: { ...params, _meta: { ...meta, [name]: withOurs(meta[name]) } },
  };
}
