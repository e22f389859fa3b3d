export type Id = string | number;
export type Members = Readonly<Record<string, unknown>>;

/** A message as it is on the wire. Members that are not named here pass through. */
export interface Request extends Members {
  readonly id: Id;
  readonly method: string;
  readonly params?: Members;
}

/** How a request ended: with a result or an error. */
export interface Outcome extends Members {
  readonly result?: Members;
  readonly error?: ErrorMembers;
}

/** A response to a request. */
export interface Response extends Outcome {
  readonly id: Id;
}

export interface ErrorMembers extends Members {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Notification extends Members {
  readonly method: string;
  readonly params?: Members;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type Sorted =
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "notification"; readonly notification: Notification };

/** Sorts a message into the kind that it is. */
export function kindOf(message: Members): Sorted {
  const { method, id, params } = message;
  if (typeof method !== "string") return { kind: "response", response: message as Response };
  // Params of another type than an object would break all code that reads them; no method of MCP has such.
  const sound = params === undefined || isMembers(params) ? message : { ...message, params: {} };
  return id === undefined
    ? { kind: "notification", notification: sound as Notification }
    : { kind: "request", request: sound as Request };
}

/** A message with the version of JSON-RPC. */
export function toMessage(members: Members): Members {
  return members["jsonrpc"] === "2.0" ? members : { jsonrpc: "2.0", ...members };
}

/** The member if it is an object. */
export function membersIn(holder: Members | undefined, name: string): Members | undefined {
  const value = holder?.[name];
  return isMembers(value) ? value : undefined;
}

/** The metadata of a request's or notification's params. */
export function metaOf(params: Members | undefined): Members | undefined {
  return membersIn(params, "_meta");
}

/** The task that a request is about, of the host's or the server's. @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks */
export function taskOf(params: Members | undefined): unknown {
  return membersIn(metaOf(params), "io.modelcontextprotocol/related-task")?.["taskId"];
}

/** In the `_meta` of a result that requires input: a bridge has inferred that it is this call that asks. */
export const INFERRED = "midcall/callIsInferred";

/** Whether it is not certain that the call asks which a result requires input for. */
export function isInferred(result: Members | undefined): boolean {
  return metaOf(result)?.[INFERRED] !== undefined;
}

export const CANCELLED = "notifications/cancelled";
export const PROGRESS = "notifications/progress";
export const ELICIT = "elicitation/create";

/** Codes of JSON-RPC errors. */
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
/** Of 2025-11-25: the user has to open links before the call can be made. */
export const URL_ELICITATION_REQUIRED = -32_042;
