import type { CallKind } from "./calls.js";

/** A message of the protocol. Secrets and the user's answers are masked. */
export interface WireEntry {
  readonly seq: number;
  readonly at: number;
  readonly direction: "sent" | "received";
  readonly kind: "request" | "response" | "error" | "notification";
  /** The method; for a response, the method of its request. */
  readonly method: string;
  readonly id?: string | number | undefined;
  readonly protocolVersion: string;
  /** The length of the message as JSON, in characters. */
  readonly size: number;
  /** The masked message as JSON; invalid JSON if it was truncated. */
  readonly body: string;
  readonly cut: boolean;
  /** What it belongs to, if that is known. */
  readonly call?: { readonly kind: CallKind; readonly name: string } | undefined;
  /**
   * The `seq` of the other half: of the request for a response, and of the response for a request. A request gets it when
   * its response has arrived, so entries that were read before may lack it.
   */
  readonly pair?: number | undefined;
  /** The number of the round within a call of 2026-07-28 that takes several, from 1. */
  readonly round?: number | undefined;
}
