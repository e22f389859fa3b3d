import { isObject } from "../../../json.js";

/** A JSON-RPC message, as it is on the wire. What is in it is not checked. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type Send = (message: Omit<Message, "jsonrpc">) => void;

/** The maximum length of a message, in characters. */
export const LONGEST_MESSAGE = 4 * 1024 * 1024;

export class JsonRpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Reads a message; `undefined` if this is not one. */
export function readMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value["jsonrpc"] !== "2.0") return undefined;
    if (value["params"] !== undefined && !isObject(value["params"])) return undefined;
    if (value["method"] !== undefined && typeof value["method"] !== "string") return undefined;
    return value as unknown as Message;
  } catch {
    return undefined;
  }
}
