import type { JSONRPCMessage } from "@modelcontextprotocol/client";

export type Id = string | number;
export type Members = Readonly<Record<string, unknown>>;

/** A request as it is on the wire. Members that are not named here pass through. */
export interface Request extends Members {
  readonly id: Id;
  readonly method: string;
  readonly params?: Members;
}

/** A response: it has a result or an error. */
export interface Response extends Members {
  readonly id: Id;
  readonly result?: Members;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Notification extends Members {
  readonly method: string;
  readonly params?: Members;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sorts a message into the kind that it is. */
export function kindOf(
  message: JSONRPCMessage,
):
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "notification"; readonly notification: Notification } {
  const members = message as unknown as Members;
  if (typeof members["method"] !== "string")
    return { kind: "response", response: members as Response };
  return members["id"] === undefined
    ? { kind: "notification", notification: members as Notification }
    : { kind: "request", request: members as Request };
}

/** The members as a message for a transport. */
export function toMessage(members: Members): JSONRPCMessage {
  return { jsonrpc: "2.0", ...members } as unknown as JSONRPCMessage;
}
